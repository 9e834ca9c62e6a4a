// Checks of cards in a game.

import { cardsOf, cardText, DECK_SIZE, refuseClashes } from "./cards.js";
import { CardError, counted, represented } from "../errors.js";
import { areAllApart, countOf, maskOfHalves } from "./halves.js";
import { boardSizes, bounds, handSizes, missingCards } from "./games.js";

/** Refuses cards that are not a hand of the game, or not in its deck. They are halves of masks. */
export function checkHand(game, hole, board) {
  if (game.deck < DECK_SIZE) checkDeck(game, maskOfHalves(hole) | maskOfHalves(board));
  if (!areAllApart([hole, board])) refuseClashes(["in the hand", maskOfHalves(hole)], ["on the board", maskOfHalves(board)]);
  const held = countOf(hole), shared = countOf(board);
  if (game.from_hole) {
    const [least, most] = boardSizes(game);
    if (held === game.hole && shared >= least && shared <= most) return;
    const shown = shared ? `a board of ${shared}` : "no board";
    throw new CardError(`${game.name} needs ${game.hole} cards and a board of ${bounds([least, most])}, not ${counted(held, "card")} and ${shown}`);
  }
  if (shared > game.board) throw new CardError(`the board of ${game.name} has up to ${game.board} cards, not ${shared}`);
  if (shared && held !== game.hole) throw new CardError(`${game.name} needs ${game.hole} cards with a board, not ${held}`);
  const [least, most] = handSizes(game);
  if (held + shared < least || held + shared > most) throw new CardError(`${game.name} needs ${bounds([least, most])} cards, not ${held + shared}`);
}

/** Refuses cards that are not in the deck of the game. */
export function checkDeck(game, cards) {
  const missing = cards & missingCards(game);
  if (missing) throw new CardError(`the deck of ${game.name} has only ${game.deck} cards, without ${represented(cardText(cardsOf(missing)[0]))}`);
}

/** The error for a wrong number of cards. */
export const countError = (game, sizes, count) => new CardError(`${game.name} needs ${bounds(sizes)} cards, not ${count}`);
