// Number puzzles: solve, check, hint, deal. Importing this module loads numbers.wasm.

import { checked } from "./calls.js";
import { check as judge, checkSteps as judgeSteps } from "./numbers/check.js";
import { daily as dailyPuzzles, deal as dealPuzzle, dealGame as dealPuzzles } from "./numbers/deal.js";
import { difficulty as rate } from "./numbers/difficulty.js";
import { generate as generatePuzzles } from "./numbers/generate.js";
import { hint as hintAt } from "./numbers/hint.js";
import { parseNumber as exactNumber, parseNumbers as exactNumbers } from "./numbers/numbers.js";
import { rulesNamed as rulesOf } from "./numbers/rules.js";
import { closest as closestTo, count as countAll, isSolvable as hasSolution, reachable as reach, solve as solveAll } from "./numbers/solve.js";

export { CardError, FaceValueError, LimitError, NotationError, RuleError } from "./errors.js";
export { NOTATIONS } from "./numbers/expression.js";
export { Fraction } from "./fraction.js";
export { RULES } from "./numbers/rules.js";

export const check = checked("check(answer, numbers, target?, rules?, { syntax })", judge);
export const checkSteps = checked("checkSteps(answer, numbers, target?, rules?, { syntax })", judgeSteps);
export const closest = checked("closest(numbers, target?, rules?, { notation, distinct, method, limit })", closestTo);
export const count = checked("count(numbers, target?, rules?, { distinct, method, limit })", countAll);
export const daily = checked("daily(date?)", dailyPuzzles);
export const deal = checked("deal(rules?, { seed, large, solvable })", dealPuzzle);
export const dealGame = checked("dealGame(rules?, { seed, large, solvable })", dealPuzzles);
export const difficulty = checked("difficulty(numbers, target?, rules?, { model, limit })", rate);
export const generate = checked(
  "generate(rules?, { seed, count, size, low, high, target, solvable, difficulty, difficulty_model, solution_count, needs_fraction, dealable })",
  generatePuzzles,
);
export const hint = checked("hint(numbers, target?, rules?, { level, limit })", hintAt);
export const isSolvable = checked("isSolvable(numbers, target?, rules?, { distinct, method, limit })", hasSolution);
export const parseNumber = checked("parseNumber(number, { anySize })", exactNumber);
export const parseNumbers = checked("parseNumbers(numbers, { anySize })", exactNumbers);
export const reachable = checked("reachable(numbers, rules?, { low, high, limit })", reach);
export const rulesNamed = checked("rulesNamed(rules)", rulesOf);
export const solve = checked("solve(numbers, target?, rules?, { notation, most, distinct, method, limit })", solveAll);
