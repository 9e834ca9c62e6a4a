// Equity after each card that may come next. The same as Python's `by_next_card`.

import { cardsOf, cardText, DECK_SIZE, maskOf, sizeOf } from "./cards.js";
import { equityIn } from "./equity.js";
import { CardError, RuleError } from "../errors.js";
import { gameNamed, missingCards } from "./games.js";
import { highestFirst } from "./ranges/range_text.js";

const ALL_CARDS = (1n << BigInt(DECK_SIZE)) - 1n;

/** The equity for each card with which a deal is possible, by the card, the highest first. */
export async function byNextCard(players, { board, dead = "", game = "holdem", seed = null } = {}) {
  const rules = gameNamed(game), shared = maskOf(board);
  if (!rules.board) throw new RuleError(`${rules.name} has no board, so no card comes next`);
  if (sizeOf(shared) >= rules.board) throw new CardError(`the board has ${sizeOf(shared)} cards, so no card comes next`);
  // Two players may be in one string. This call also checks all arguments.
  const known = await equityIn(rules, players, { board, dead, samples: 1, seed: 0 });
  const hands = known.players.map(({ hand }) => hand);
  const found = {};
  for (const card of highestFirst(ALL_CARDS & ~(shared | maskOf(dead) | missingCards(rules)))) {
    try {
      found[cardText(card)] = await equityIn(rules, hands, { board: [...cardsOf(shared), card], dead, seed });
    } catch (error) {
      if (!(error instanceof CardError)) throw error; // no deal is possible with this card
    }
  }
  return found;
}
