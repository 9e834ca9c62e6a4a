// Calls functions of the JavaScript package with random strings for some seconds: `node tests/js/js_fuzz.mjs 600 [SEED]`.
// Each call must return or throw an error of facevalue, and memory must stay small; everything else ends the program.

import * as poker from "../../js/src/poker.js";
import * as puzzle from "../../js/src/puzzle.js";
import { randomBelow, splitMix64 } from "./random.mjs";

const [seconds = "10", seed = `${Date.now()}`] = process.argv.slice(2);
const next = splitMix64(BigInt(seed));
const below = (bound) => randomBelow(bound, next);
const pick = (items) => items[below(items.length)];

const MAX_MEMORY = 400e6; // bytes of all buffers
const WORDS = {
  numbers: ["8", "3", "3/4", "-5", "{-5}", "2.5", "KS", "1/0", "99999999999999999999", ",", " ", "=", "->", "(whole)", "[", "]", "x"],
  answer: ["8", "3", "(", ")", "+", "-", "*", "/", "=", "24", "\\frac{8}{3}", "$", "×", "½", " ", "{3/4}", "**", "\n", "."],
  steps: ["8", "3", " * ", "-", "/", " = ", "24", "5", "8/3", "\n", "; ", "->", "(left: 3 8)", "(from: step 1, number)", "Answer: ", "Step 1: ", "steps: ['", "']", "x", "**"],
  cards: ["Ah", "Kd", "2c", "Ts", "10h", "♠", "A", "h", "X", " ", ",", "[", "🂡", "5♦", "z"],
};
const text = (kind, most) => Array.from({ length: below(most) }, () => pick(WORDS[kind])).join(pick(["", " "]));
const rules = () => pick([...Object.keys(puzzle.RULES), "clasic", { name: "mine", operators: pick(["+", "-*", "+-*/"]), order: pick(["any", "given"]) }]);
const target = () => pick([null, 24, below(1000), "3/4", "x"]);

const CALLS = [
  () => puzzle.solve(text("numbers", 6), target(), rules(), { notation: pick(Object.keys(puzzle.NOTATIONS)), most: below(20) }),
  () => puzzle.count(text("numbers", 6), target(), rules(), { distinct: pick(["raw", "canonical", "essential"]) }),
  () => puzzle.closest(text("numbers", 6), target(), rules()),
  () => puzzle.hint(text("numbers", 6), target(), rules(), { level: below(5) }),
  () => puzzle.difficulty(text("numbers", 6), target(), rules()),
  () => puzzle.check(text("answer", 40), text("numbers", 6), target(), rules(), { syntax: pick(["strict", "lenient", "relaxed"]) }),
  () => puzzle.checkSteps(text("steps", 30), text("numbers", 6), target(), rules()),
  () => [...puzzle.generate(rules(), { seed: below(1000), count: below(5), size: below(6), target: target(), difficulty: pick([null, "hard", "x"]), low: pick([null, below(20)]) })],
  () => puzzle.deal(rules(), { seed: below(1000), large: pick([null, 2]) }),
  () => poker.value(text("cards", 9)),
  () => poker.evaluate(text("cards", 9), pick(Object.keys(poker.GAMES)), { board: text("cards", 6) }),
  () => poker.winners([text("cards", 6), text("cards", 6)], { board: text("cards", 6) }),
  () => poker.equity([text("cards", 4), text("cards", 4)], { board: text("cards", 6), game: pick(Object.keys(poker.GAMES)), samples: 100 }),
];

console.log(`seed ${seed}`);
let calls = 0, errors = 0;
for (const end = Date.now() + 1000 * Number(seconds); Date.now() < end; calls += 1) {
  const call = pick(CALLS);
  try {
    await call();
  } catch (error) {
    if (!(error instanceof puzzle.FaceValueError)) throw new Error(`call ${calls}: ${call}`, { cause: error });
    errors += 1;
  }
  if (process.memoryUsage().arrayBuffers > MAX_MEMORY) throw new Error(`call ${calls} left too much memory: ${call}`);
}
console.log(`${calls} calls, ${errors} of them refused`);
