// Whether a batch of puzzles may be searched.

import { callUnder } from "./core.js";

/** Refuses a batch of puzzles, rows of whole numbers, of which the hardest possible one would take too long. */
export function checkBatch(numbers, rules) {
  const size = numbers[0].length;
  const numbersFrom = (start) => Array.from({ length: size }, (_, at) => start + at);
  const different = numbersFrom(2);
  callUnder(rules, "check_size", size);
  let smallest = Infinity, largest = 0;
  for (const number of numbers.flat()) [smallest, largest] = [Math.min(smallest, number), Math.max(largest, Math.abs(number))];
  // A negative number under rules that forbid negative results makes a search a walk, and large numbers make tables one.
  const kinds = [different, numbersFrom(2 + largest), [...different.slice(1), Math.min(smallest, 2)]];
  for (const kind of kinds) callUnder(rules, "check_plan", kind.join(" "), kind[0]);
}
