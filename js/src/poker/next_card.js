// Equity after each card that may come next. The same as Python's `by_next_card`.

import { cardsOf, cardText, DECK_SIZE, highestFirst, maskOf } from "./cards.js";
import { deals } from "./core.js";
import { linesOfDeal, resultOf } from "./deal.js";
import { equityIn } from "./equity.js";
import { CardError } from "../errors.js";
import { cardsOfGame, gameNamed, missingCards } from "./games.js";
import { handsOf } from "./players.js";
import { seedNumber } from "../options.js";

const ALL_CARDS = (1n << BigInt(DECK_SIZE)) - 1n;

/** The equity for each card with which a deal is possible, by the card, the highest first. */
export async function byNextCard(players, { board, dead = "", game = "holdem", seed = null } = {}) {
  const rules = gameNamed(game), shared = maskOf(board), core = await deals();
  core.call("check_next_card", ...cardsOfGame(rules), shared);
  // Two players may be in one string. This call also checks all arguments.
  const known = await equityIn(rules, players, { board, dead, samples: 1, seed: 0 });
  seedNumber(seed);
  const names = known.players.map(({ hand }) => hand), hands = names.map((name) => handsOf(name, rules)), found = {};
  const lines = core.call("next_cards", ...linesOfDeal(rules, board, dead, names, hands));
  while (lines.length) {
    const [card, ...pots] = lines.splice(0, 2 + names.length);
    found[card] = resultOf(rules, names, pots);
  }
  if (Object.keys(found).length) return found;
  for (const card of highestFirst(ALL_CARDS & ~(shared | maskOf(dead) | missingCards(rules)))) {
    try {
      found[cardText(card)] = await equityIn(rules, names, { board: [...cardsOf(shared), card], dead, seed });
    } catch (error) {
      if (!(error instanceof CardError)) throw error; // no deal is possible with this card
    }
  }
  return found;
}
