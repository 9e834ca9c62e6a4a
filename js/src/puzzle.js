// Number puzzles: solve, check, hint, deal. Importing this module loads numbers.wasm.

export { check } from "./numbers/check.js";
export { checkSteps } from "./numbers/steps/check_steps.js";
export { daily, deal, dealGame } from "./numbers/deal.js";
export { difficulty } from "./numbers/difficulty.js";
export { CardError, FaceValueError, LimitError, NotationError, RuleError } from "./errors.js";
export { NOTATIONS } from "./numbers/expression.js";
export { Fraction } from "./fraction.js";
export { generate } from "./numbers/generate.js";
export { hint } from "./numbers/hint.js";
export { parseNumber, parseNumbers } from "./numbers/numbers.js";
export { RULES, rulesNamed } from "./numbers/rules.js";
export { closest, count, isSolvable, reachable, solve } from "./numbers/solve.js";
