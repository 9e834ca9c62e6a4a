// Poker: hand values, winners, exact equity, draws.

import rows from "./rows.js";

export { CardError, FaceValueError, LimitError, RangeError, RuleError } from "./errors.js";
export * from "./poker/functions.js";
export { Hand } from "./poker/hand.js";
export { init } from "./poker/init.js";
export { OmahaRange, Range } from "./poker/ranges.js";
export * from "./poker/values.js";
export const GAMES = rows.games;
/** The 169 starting hands, from the best to the worst. */
export const STARTING_HANDS = rows.starting_hands;
/** The pay tables of video poker. */
export const PAY_TABLES = rows.pay_tables;
/** How many chips the pot of each deal of `showdown` has. */
export const POT = rows.pot;
