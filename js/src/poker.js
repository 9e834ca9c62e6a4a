// Poker: hand values, winners, exact equity, draws. Importing this module loads poker.wasm; equity of ranges and of other
// games than hold'em, odds, outs and breakdown also load deals.wasm.

import { cardsOf, cardText, maskOf, plainHalves, refuseClashes, sizeOf } from "./poker/cards.js";
import { CardError, represented } from "./errors.js";
import { checkHand } from "./poker/checks.js";
import { gameNamed, played, RANKINGS } from "./poker/games.js";
import { pokerCore } from "./poker/core.js";

export { breakdown } from "./poker/breakdown.js";
export { odds, outs } from "./poker/draws.js";
export { equity } from "./poker/equity.js";
export { byNextCard } from "./poker/next_card.js";
export { rangeEquities } from "./poker/range_equities.js";
export { CardError, FaceValueError, LimitError, RangeError, RuleError } from "./errors.js";
export { GAMES } from "./poker/games.js";
export { parseCards } from "./poker/cards.js";
export { loadOmahaOrder } from "./poker/ranges/omaha_order.js";
export { OmahaRange } from "./poker/ranges/omaha_range.js";
export { parseRange, Range } from "./poker/ranges/range.js";
export { STARTING_HANDS } from "./poker/ranges/starting_hands.js";

const WEAKEST = 7462; // the last of Cactus Kev's values
const LOW_BITS = 0xffffffffn;

/** Cactus Kev's value of 5 to 7 cards, 1 (royal flush) to 7462: lower is stronger. */
export function value(cards) {
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
export function values(rows, size = 7) {
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
export function evaluate(cards, game = "holdem", { board = "" } = {}) {
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
export function winners(hands, { board = "", game = "holdem" } = {}) {
  if (!hands.length) throw new CardError("winners needs at least one hand");
  const masks = hands.map(maskOf), shared = maskOf(board);
  const places = masks.map((mask) => [`in the hand ${represented(cardsOf(mask).map(cardText).join(""))}`, mask]);
  refuseClashes(...places, ["on the board", shared]);
  const scores = masks.map((mask) => evaluate(cardsOf(mask), game, { board: cardsOf(shared) }).score);
  const most = Math.max(...scores);
  return scores.flatMap((score, player) => (score === most ? [player] : []));
}
