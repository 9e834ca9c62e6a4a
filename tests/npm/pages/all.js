// Everything that a page may do: with results that do not wait and with promises.
import { equity, evaluate, poker, solve, value } from "facevalue";
import { count } from "facevalue/puzzle";
import { winners } from "facevalue/poker";

export async function answers() {
  const { players } = await equity(["AhKh", "QsQd"]);
  return [
    solve("8 8 3 3").solutions[0].expression,
    count("8 8 3 3"),
    value("AhKhQhJhTh"),
    evaluate("7H 7S 7D AS AC").description,
    winners(["AhKh", "QsQd"], { board: "2c3c4c5d7h" }),
    [...poker.values(new Uint8Array([0, 1, 2, 3, 4]), 5)],
    players[0].equity.fraction,
  ];
}
