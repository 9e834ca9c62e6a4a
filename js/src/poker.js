// Poker: hand values, winners, exact equity, draws. Importing this module loads poker.wasm; odds, outs, breakdown and
// every equity but that of two known hands of hold'em also load deals.wasm.

import { breakdown as breakDown } from "./poker/breakdown.js";
import { cardsOf, cardText, parseCards as cardsIn } from "./poker/cards.js";
import { CardError, represented } from "./errors.js";
import { checked } from "./calls.js";
import { checkHand, refuseClashes } from "./poker/checks.js";
import { equity as equityOf } from "./poker/equity.js";
import { areAllApart, countOf, halvesOf, idsOf, maskOfHalves, textsOf } from "./poker/halves.js";
import { gameNamed, NUMBERS, played, RANKINGS } from "./poker/games.js";
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

/** Cactus Kev's value of 5 to 7 cards, 1 (royal flush) to 7462: lower is stronger. */
function valueOf(cards) {
  const [low, high] = halvesOf(cards), found = pokerCore.exports.value(low, high);
  if (!found) throw new CardError(`holdem needs 5 to 7 cards, not ${countOf([low, high])}`);
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

/** The score of the best hand and the halves of the cards that play; null if no hand qualifies. */
function best(ranking, [holeLow, holeHigh], [boardLow, boardHigh], fromHole) {
  if (!pokerCore.exports.best(NUMBERS[ranking], holeLow, holeHigh, boardLow, boardHigh, fromHole)) return null;
  const numbers = pokerCore.numbers();
  return { score: numbers[0], cards: [numbers[1], numbers[2]] };
}

/** The strength of a hand: the same fields as Python's `evaluate(...).as_dict()`, and the score; higher is stronger. */
function strengthOf(cards, game = "holdem", { board = "" } = {}) {
  const rules = gameNamed(game), hole = halvesOf(cards), shared = halvesOf(board);
  checkHand(rules, hole, shared);
  const found = best(rules.ranking, hole, shared, rules.from_hole);
  const strength = {
    game: rules.name,
    cards: textsOf(hole),
    board: textsOf(shared),
    cactus_kev: rules.ranking === "high" ? WEAKEST + 1 - found.score : null,
    ...played(RANKINGS[rules.ranking], idsOf(found.cards)),
    score: found.score,
  };
  if (!rules.low) return strength;
  const low = best(rules.low, hole, shared, rules.from_hole);
  return { ...strength, low_hand: low && played(RANKINGS[rules.low], idsOf(low.cards)) };
}

/** The indices of the hands that win; if there are several, they tie. */
function winnersAmong(hands, { board = "", game = "holdem" } = {}) {
  if (!hands.length) throw new CardError("winners needs at least one hand");
  const held = hands.map((hand) => halvesOf(hand)), shared = halvesOf(board);
  if (!areAllApart([...held, shared])) {
    const places = held.map(maskOfHalves).map((mask) => [`in the hand ${represented(cardsOf(mask).map(cardText).join(""))}`, mask]);
    refuseClashes(...places, ["on the board", maskOfHalves(shared)]);
  }
  const rules = gameNamed(game), scores = held.map((hand) => scoreOf(rules, hand, shared)), most = Math.max(...scores);
  return scores.flatMap((score, player) => (score === most ? [player] : []));
}

function scoreOf(rules, hole, board) {
  checkHand(rules, hole, board);
  const isPlain = rules.ranking === "high" && !rules.from_hole;
  const value = isPlain ? pokerCore.exports.value(hole[0] | board[0], hole[1] | board[1]) : 0;
  return value ? WEAKEST + 1 - value : best(rules.ranking, hole, board, rules.from_hole).score;
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
