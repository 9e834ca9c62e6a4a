// Number puzzles: solve, check, hint, deal. Importing this module loads numbers.wasm.

export { check } from "./check.js";
export { daily, deal, dealGame } from "./deal.js";
export { difficulty } from "./difficulty.js";
export { CardError, FaceValueError, LimitError, NotationError, RuleError } from "./errors.js";
export { NOTATIONS } from "./expression.js";
export { Fraction } from "./fraction.js";
export { hint } from "./hint.js";
export { parseNumber, parseNumbers } from "./numbers.js";
export { RULES, rulesNamed } from "./rules.js";
export { closest, count, isSolvable, reachable, solve } from "./solve.js";
