// Number puzzles: solve, check, hint, deal.

import rows from "./rows.js";

export { CardError, FaceValueError, LimitError, NotationError, RuleError } from "./errors.js";
export { Fraction } from "./fraction.js";
export * from "./puzzle/functions.js";
export { init } from "./puzzle/init.js";
export const NOTATIONS = rows.notations;
export const RULES = rows.rules;
