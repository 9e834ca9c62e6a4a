// What a search of puzzles by filters costs, and whether that is allowed.

import { bitsOf } from "../core.js";
import { Fraction } from "../fraction.js";
import { numbersCore } from "./core.js";
import { coreRules } from "./rules.js";

const USUAL_LIMIT = 10; // seconds

/** Refuses a number of numbers that the rules or a search do not take. */
const checkSize = (length, { size, name, join, order }) =>
  void numbersCore.call("check_size", length, size ?? "", Number(join && order === "any"), name);

/** The score for language models of a puzzle with its simplest solution. */
export const scoreOf = ({ numbers, target }, rules, simplest) =>
  Number(numbersCore.call("language_model_score", coreRules(rules), numbers.join(" "), target, bitsOf(USUAL_LIMIT), simplest)[0]);

/** Refuses a batch of puzzles, rows of whole numbers, of which the hardest possible one would take too long. */
export function checkBatch(numbers, rules) {
  const size = numbers[0].length;
  const numbersFrom = (start) => Array.from({ length: size }, (_, at) => new Fraction(BigInt(start + at)));
  const different = numbersFrom(2);
  checkSize(size, rules);
  let smallest = Infinity, largest = 0;
  for (const number of numbers.flat()) [smallest, largest] = [Math.min(smallest, number), Math.max(largest, Math.abs(number))];
  // A negative number under rules that forbid negative results makes a search a walk, and large numbers make tables one.
  const kinds = [different, numbersFrom(2 + largest), [...different.slice(1), new Fraction(BigInt(Math.min(smallest, 2)))]];
  for (const kind of kinds) numbersCore.call("check_plan", coreRules(rules), kind.join(" "), kind[0], bitsOf(USUAL_LIMIT));
}
