// Which seats take part: a hand that is being filled or cannot be read does not hide the others.

import { sentence } from "../shared/answers.js";
import { request } from "../shared/core.js";
import { cardsOf } from "../cards/suits.js";
import { t } from "../shared/language.js";

/** The cards that a hand still needs; 0 for ranges. */
export function cardsMissing(text, { hole_sizes: [fewest] }) {
  const cards = cardsOf(text);
  return cards === null ? 0 : Math.max(0, fewest - cards.length);
}

/** For each player `{isReady, words, isFault}`: whether the seat takes part, and if not, why. */
export function readSeats(players, game, { signal }) {
  return Promise.all(players.map((text) => readSeat(text, game, signal)));
}

async function readSeat(text, game, signal) {
  if (!text) return { isReady: false, words: game.has_ranges ? t("poker.choose_hand") : t("poker.choose_cards") };
  const missing = cardsMissing(text, game);
  if (missing) return { isReady: false, words: t("poker.missing", { count: missing }) };
  if (cardsOf(text) !== null || !game.has_ranges) return { isReady: true };
  try {
    await request("range", { hands: text, game: game.name }, { signal });
    return { isReady: true };
  } catch (error) {
    if (error.name === "AbortError") throw error;
    return { isReady: false, words: sentence(error.message), isFault: true };
  }
}

/** The result of the seats that take part, with null for the others. */
export function spreadResult(result, seats) {
  let at = 0;
  return { ...result, players: seats.map(({ isReady }) => (isReady ? result.players[at++] : null)) };
}

/** What the deck fills after a place is full: the next hand to fill, then the board. */
export function nextPlace(at, { players, board, game }) {
  const order = [...players.keys()].map((step) => (at + 1 + step) % players.length);
  const next = order.find((seat) => cardsMissing(players[seat], game) > 0);
  if (next !== undefined) return { kind: "player", at: next };
  return board.length < game.board ? { kind: "board", at: 0 } : null;
}
