// Number puzzles: solve, check, hint, deal. Importing this module loads numbers.wasm.

import { checked, named } from "./calls.js";
import { countOf, exactQuery, query } from "./numbers/core.js";
import { generate as generatePuzzles } from "./numbers/generate.js";
import { rulesNamed as rulesOf } from "./numbers/rules.js";
import rows from "./rows.js";

export { CardError, FaceValueError, LimitError, NotationError, RuleError } from "./errors.js";
export { Fraction } from "./fraction.js";
export { RULES } from "./numbers/rules.js";
export const NOTATIONS = rows.notations;

/** A function that asks the core's query of that name. */
const queried = (signature, name, more = {}) => named(signature, (given) => exactQuery(name, { ...given, ...more }));
const counted = (found) => ({ ...found, solution_count: countOf(found.solution_count) });

export const check = queried("check(answer, numbers, target?, rules?, { syntax })", "check");
export const checkSteps = queried("checkSteps(answer, numbers, target?, rules?, { syntax })", "check", { steps: true });
export const closest = queried("closest(numbers, target?, rules?, { notation, limit })", "closest");
export const count = named("count(numbers, target?, rules?, { distinct, method, limit })", (given) => countOf(query("count", given).solution_count));
export const daily = named("daily(date?)", (given) => query("daily", given));
export const deal = named("deal(rules?, { seed, large, solvable })", (given) => query("deal-puzzle", given));
export const dealGame = named("dealGame(rules?, { seed, large, solvable })", ({ rules = "digits", ...given }) => {
  const { targets, ...first } = query("deal", { rules, ...given });
  return targets ? targets.map((target) => ({ ...first, target })) : [first];
});
export const difficulty = named("difficulty(numbers, target?, rules?, { model, limit })", (given) => {
  const { difficulty: rated, score, parts } = query("difficulty", given);
  return rated && { ...rated, score, parts };
});
export const generate = checked(
  "generate(rules?, { seed, count, size, low, high, target, solvable, difficulty, difficulty_model, solution_count, needs_fraction, dealable })",
  generatePuzzles,
);
export const hint = named("hint(numbers, target?, rules?, { level, limit })", (given) => counted(exactQuery("hint", given)));
export const isSolvable = named("isSolvable(numbers, target?, rules?, { distinct, method, limit })", (given) => query("is-solvable", given).solvable);
export const parseNumbers = named("parseNumbers(numbers, { any_size })", (given) => exactQuery("parse-numbers", given).numbers);
export const parseNumber = named("parseNumber(number, { any_size })", ({ number, ...given }) => parseNumbers([number], given)[0]);
export const reachable = queried("reachable(numbers, rules?, { low, high, limit })", "reach");
export const rulesNamed = checked("rulesNamed(rules)", rulesOf);
export const solve = named("solve(numbers, target?, rules?, { notation, first, most, distinct, method, limit })", (given) => counted(exactQuery("solve", given)));
