// Checks of cards in a game, which the core makes.

import { pokerCore } from "./core.js";
import { cardsOfGame, NUMBERS } from "./games.js";
import { maskOfHalves } from "./halves.js";

/** Refuses cards that are not a hand of the game, or not in its deck. They are halves of masks. */
export function checkHand(game, hole, board) {
  const cards = [NUMBERS[game.ranking], game.hole, game.board, game.from_hole, game.deck];
  if (pokerCore.exports.is_hand(...cards, hole[0], hole[1], board[0], board[1])) return;
  pokerCore.call("check_hand", ...cardsOfGame(game), maskOfHalves(hole), maskOfHalves(board));
}

/** The message about a wrong number of cards. */
export const wrongCount = (game, fewest, most, count) => pokerCore.call("wrong_count", ...cardsOfGame(game), fewest, most, count)[0];

/** Refuses a card that is in two places, such as a hand and the board. */
export const refuseClashes = (...places) => pokerCore.call("refuse_clashes", ...places.flat());
