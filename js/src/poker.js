// Poker: hand values, winners, exact equity, draws. Importing this module loads poker.wasm; asynchronous
// functions also load deals.wasm, but for the equity of two known hands of hold'em.

import { checked, named } from "./calls.js";
import { CardError } from "./errors.js";
import { loadOmahaOrder as loadOrder } from "./poker/core.js";
import { askDeals, dealRows, decideRows } from "./poker/deals.js";
import { askHands, handsCore } from "./poker/hands.js";
import { plainEquity, plainValue, plainWinners } from "./poker/plain.js";
import { parseRange as rangeOf } from "./poker/ranges.js";
import rows from "./rows.js";

export { CardError, FaceValueError, LimitError, RangeError, RuleError } from "./errors.js";
export { OmahaRange, Range } from "./poker/ranges.js";
export const GAMES = rows.games;
/** The 169 starting hands, from the best to the worst. */
export const STARTING_HANDS = rows.starting_hands;
/** The pay tables of video poker. */
export const PAY_TABLES = rows.pay_tables;
/** How many chips the pot of each deal of `showdown` has. */
export const POT = rows.pot;

/** The values of many hands: `rows` is a Uint8Array of ids, `size` of them for each hand. */
function valuesOf(ids, size = 7) {
  if (!(ids instanceof Uint8Array)) throw new CardError("hands must be ids of cards in a Uint8Array");
  if (![5, 6, 7].includes(size) || ids.length % size) throw new CardError("hands must be rows of 5, 6 or 7 ids");
  if (!ids.length) return new Uint16Array(0); // so is a detached array
  return handsCore.guarded(() => {
    handsCore.write(ids);
    const bad = handsCore.exports.values(ids.length / size, size);
    if (bad >= 0) throw new CardError(`row ${bad + 1} has an invalid or repeated card`);
    return new Uint16Array(handsCore.result().slice().buffer);
  });
}

function winnersOf(hands, { board = "", game = "holdem" } = {}) {
  return (game === "holdem" && hands.length && plainWinners(hands, board)) || askHands("winners", { hands, board, game }).winners;
}

async function equityOf(players, options = {}) {
  const { board = "", dead = "", game = "holdem", samples = null, seed = null } = options;
  const isUsual = players.length === 2 && game === "holdem" && dead === "" && samples === null && seed === null;
  return (isUsual && plainEquity(players, board)) || askDeals("equity", { players, ...options });
}

export const breakdown = named("async breakdown(hands, board, { dead })", (given) => askDeals("breakdown", given));
export const byNextCard = named("async byNextCard(players[], { board, dead, game, seed })", async (given) => (await askDeals("by-next-card", given)).by_card);
export const canonical = named("canonical(hand, board?)", (given) => askHands("canonical", given));
export const deals = named("async deals(count, players?, { game, board, dead, seed, limit })", dealRows);
export const equity = checked("async equity(players[], { board, dead, game, samples, seed })", equityOf);
export const evaluate = named("evaluate(cards, game?, { board, explain })", (given) => askHands("evaluate", given));
export const icm = named("async icm(stacks, payouts)", async (given) => (await askDeals("icm", given)).prizes);
export const loadOmahaOrder = checked("async loadOmahaOrder()", loadOrder);
export const odds = named("async odds(hand, board?, { opponents, dead, game, seed })", (given) => askDeals("odds", given));
export const outs = named("async outs(hand, board, against?, { dead, game })", async (given) => (await askDeals("outs", given)).cards);
export const parseCards = named("parseCards(cards)", (given) => askHands("parse-cards", given).ids);
export const parseRange = named("parseRange(hands, game?, { dead })", rangeOf);
export const percentile = named("async percentile(hand, game?, { board, limit })", async (given) => (await askDeals("percentile", given)).percentile);
export const rangeEquities = named("async rangeEquities(hero, villain, { board, dead, game })", (given) => askDeals("range-equities", given));
export const showdown = named("async showdown(hands, board?, { players, game })", decideRows);
export const value = checked("value(cards)", (cards) => plainValue(cards) || askHands("evaluate", { cards }).cactus_kev);
export const values = checked("values(rows, size?)", valuesOf);
export const videoPoker = named("async videoPoker(cards, payTable?)", ({ cards, payTable }) => askDeals("video-poker", { cards, pay_table: payTable }));
export const winners = checked("winners(hands[], { board, game })", winnersOf);
