import { count, type Fraction, init, poker, solve, values } from "facevalue";
import { CardError, equity, type Equity, FaceValueError, value } from "facevalue/poker";
import { check } from "facevalue/puzzle";
import { solve as leanSolve } from "facevalue/lean/puzzle";

await init();
const target: Fraction = solve("8 8 3 3").target;
const hand: number = value("AhKhQhJhTh");
const many: Uint16Array = poker.values(new Uint8Array([0, 1, 2, 3, 4]), 5);
const found: Equity = await equity(["AhKh", "QsQd"], { exact: true });
const same: Equity = await equity("AhKh vs QsQd"), again: Equity = await equity("AhKh", "QsQd", { limit: null });
const isRight: boolean = check("8/(3-8/3)", "8 8 3 3").correct;
let message = "";
try {
  value("Ah");
} catch (error) {
  if (error instanceof CardError && error instanceof FaceValueError) message = error.message;
}
// @ts-expect-error there is no such option
const failed: Promise<unknown> = equity(["AhKh", "QsQd"], { exakt: true }).catch(String);
console.log(`${target}`, hand, many.length, found.exact && same.exact && again.exact, isRight, message, count("8 8 3 3"), values("1 2").value_count, (await failed) !== "", leanSolve("8 8 3 3").solution_count);
