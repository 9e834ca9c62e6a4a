// Poker: hand values, winners, exact equity, draws. Importing this module loads poker.wasm; equity of ranges and of other
// games than hold'em, odds, outs and breakdown also load deals.wasm.

import { breakdown as breakDown } from "./poker/breakdown.js";
import { cardsOf, cardText, maskOf, parseCards as cardsIn, plainHalves, refuseClashes, sizeOf } from "./poker/cards.js";
import { CardError, represented } from "./errors.js";
import { checked } from "./calls.js";
import { checkHand } from "./poker/checks.js";
import { equity as equityOf } from "./poker/equity.js";
import { gameNamed, played, RANKINGS } from "./poker/games.js";
import { byNextCard as eachNextCard } from "./poker/next_card.js";
import { loadOmahaOrder as loadOrder } from "./poker/ranges/omaha_order.js";
import { odds as oddsOf, outs as outsOf } from "./poker/draws.js";
import { parseRange as rangeOf } from "./poker/ranges/range.js";
import { pokerCore } from "./poker/core.js";
import { rangeEquities as equitiesOf } from "./poker/range_equities.js";

export { CardError, FaceValueError, LimitError, RangeError, RuleError } from "./errors.js";
export { GAMES } from "./poker/games.js";
export { OmahaRange } from "./poker/ranges/omaha_range.js";
export { Range } from "./poker/ranges/range.js";
export { STARTING_HANDS } from "./poker/ranges/starting_hands.js";

const WEAKEST = 7462; // the last of Cactus Kev's values
const LOW_BITS = 0xffffffffn;

/** Cactus Kev's value of 5 to 7 cards, 1 (royal flush) to 7462: lower is stronger. */
function valueOf(cards) {
  const halves = typeof cards === "string" ? plainHalves(cards) : null;
  if (halves) {
    const found = pokerCore.exports.value(...halves);
    if (found) return found;
  }
  const mask = maskOf(cards);
  const found = pokerCore.exports.value(Number(mask & LOW_BITS), Number(mask >> 32n));
  if (!found) throw new CardError(`holdem needs 5 to 7 cards, not ${sizeOf(mask)}`);
  return found;
}

/** The values of many hands: `rows` is a Uint8Array of ids, `size` of them for each hand. */
function valuesOf(rows, size = 7) {
  if (!(rows instanceof Uint8Array)) throw new CardError("hands must be ids of cards in a Uint8Array");
  if (![5, 6, 7].includes(size) || rows.length % size) throw new CardError("hands must be rows of 5, 6 or 7 ids");
  if (!rows.length) return new Uint16Array(0); // so is a detached array
  return pokerCore.guarded(() => {
    pokerCore.write(rows);
    const bad = pokerCore.exports.values(rows.length / size, size);
    if (bad >= 0) throw new CardError(`row ${bad + 1} has an invalid or repeated card`);
    return new Uint16Array(pokerCore.result().slice().buffer);
  });
}

function best(ranking, hole, board, fromHole) {
  const [line] = pokerCore.call("best", ranking.name, hole, board, fromHole);
  if (!line) return null;
  const [score, cards] = line.split(" ");
  return { score: Number(score), cards: cardsOf(BigInt(cards)) };
}

/** The strength of a hand: the same fields as Python's `evaluate(...).as_dict()`, and the score; higher is stronger. */
function strengthOf(cards, game = "holdem", { board = "" } = {}) {
  const rules = gameNamed(game);
  const hole = maskOf(cards), shared = maskOf(board);
  checkHand(rules, hole, shared);
  const ranking = RANKINGS[rules.ranking];
  const found = best(ranking, hole, shared, rules.from_hole);
  const strength = {
    game: rules.name,
    cards: sorted(hole),
    board: sorted(shared),
    cactus_kev: ranking.name === "high" ? WEAKEST + 1 - found.score : null,
    ...played(ranking, found.cards),
    score: found.score,
  };
  if (!rules.low) return strength;
  const low = best(RANKINGS[rules.low], hole, shared, rules.from_hole);
  return { ...strength, low_hand: low && played(RANKINGS[rules.low], low.cards) };
}

const sorted = (mask) => cardsOf(mask).sort((a, b) => b - a).map(cardText);

/** The indices of the hands that win; if there are several, they tie. */
function winnersAmong(hands, { board = "", game = "holdem" } = {}) {
  if (!hands.length) throw new CardError("winners needs at least one hand");
  const masks = hands.map(maskOf), shared = maskOf(board);
  const places = masks.map((mask) => [`in the hand ${represented(cardsOf(mask).map(cardText).join(""))}`, mask]);
  refuseClashes(...places, ["on the board", shared]);
  const scores = masks.map((mask) => strengthOf(cardsOf(mask), game, { board: cardsOf(shared) }).score);
  const most = Math.max(...scores);
  return scores.flatMap((score, player) => (score === most ? [player] : []));
}

export const breakdown = checked("async breakdown(hands, board, { dead })", breakDown);
export const byNextCard = checked("async byNextCard(players[], { board, dead, game, seed })", eachNextCard);
export const equity = checked("async equity(players[], { board, dead, game, samples, seed })", equityOf);
export const evaluate = checked("evaluate(cards, game?, { board })", strengthOf);
export const loadOmahaOrder = checked("async loadOmahaOrder()", loadOrder);
export const odds = checked("async odds(hand, board?, { opponents, dead, game, seed })", oddsOf);
export const outs = checked("async outs(hand, board, against?, { dead, game })", outsOf);
export const parseCards = checked("parseCards(cards)", cardsIn);
export const parseRange = checked("parseRange(hands, game?, { dead })", rangeOf);
export const rangeEquities = checked("async rangeEquities(hero, villain, { board, dead, game })", equitiesOf);
export const value = checked("value(cards)", valueOf);
export const values = checked("values(rows, size?)", valuesOf);
export const winners = checked("winners(hands[], { board, game })", winnersAmong);
