// Calls with arguments of the wrong type, huge or detached: each must be answered, or be an error of facevalue.

import * as puzzle from "../../js/src/puzzle.js";
import * as poker from "../../js/src/poker.js";
const detached = new Uint8Array(14);
structuredClone(detached.buffer, { transfer: [detached.buffer] });
const odd = [undefined, null, NaN, Infinity, -1, 2 ** 60, 10n ** 5000n, "", "\ud800", "9".repeat(1e6), "(".repeat(1e6), [], [[]],
  {}, () => 1, Symbol.iterator, new Map([[1, 2]]), new Date(NaN), detached, Object.create(null)];
let errors = 0;
for (const given of odd) {
  for (const call of [puzzle.solve, puzzle.count, puzzle.closest, puzzle.hint, puzzle.difficulty, puzzle.reachable, puzzle.parseNumbers,
    (text) => puzzle.check(text, "8 8 3 3"), (text) => puzzle.checkSteps(text, "8 8 3 3"), puzzle.generate,
    ...["seed", "count", "size", "low", "target", "difficulty", "solution_count", "solvable"].map((name) => (value) => [...puzzle.generate("classic", { seed: 1, count: 1, [name]: value })]),
    (text) => puzzle.solve("1 2", text), (text) => puzzle.solve("1 2", 3, text),
    (text) => puzzle.solve("1 2", 3, "classic", { notation: text }), puzzle.deal, puzzle.daily,
    poker.value, poker.values, poker.evaluate, (text) => poker.evaluate("AsKsQsJsTs", text), (text) => poker.winners([text]),
    (text) => poker.equity([text, "AhKh"])]) {
    try {
      await call(given);
    } catch (error) {
      if (!(error instanceof puzzle.FaceValueError)) throw error;
      errors += 1;
    }
  }
}
console.log(errors > 200);
const before = process.memoryUsage().arrayBuffers;
for (let round = 0; round < 5; round++) puzzle.count("1 2 3 4 5 6 7", 1000, "classic");
console.log(process.memoryUsage().arrayBuffers - before < 40e6);
