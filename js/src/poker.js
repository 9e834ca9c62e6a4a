// Poker: hand values, winners, exact equity, draws. Importing this module loads poker.wasm; asynchronous
// functions also load deals.wasm, but for the equity of two known hands of hold'em.

import rows from "./rows.js";

export { CardError, FaceValueError, LimitError, RangeError, RuleError } from "./errors.js";
export * from "./poker/functions.js";
export { OmahaRange, Range } from "./poker/ranges.js";
export const GAMES = rows.games;
/** The 169 starting hands, from the best to the worst. */
export const STARTING_HANDS = rows.starting_hands;
/** The pay tables of video poker. */
export const PAY_TABLES = rows.pay_tables;
/** How many chips the pot of each deal of `showdown` has. */
export const POT = rows.pot;
