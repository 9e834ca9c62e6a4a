// Equity after each card that may come next. The same as Python's `by_next_card`.

import { cardsOf, cardText, DECK_SIZE, highestFirst, maskOf, sizeOf } from "./cards.js";
import { pokerCore } from "./core.js";
import { equityIn, handsOf, isHoldem, potsOf, resultOf, weightsOf } from "./equity.js";
import { CardError, RuleError } from "../errors.js";
import { gameNamed, missingCards } from "./games.js";
import { seedNumber } from "../options.js";

const ALL_CARDS = (1n << BigInt(DECK_SIZE)) - 1n;

/** The equity for each card with which a deal is possible, by the card, the highest first. */
export async function byNextCard(players, { board, dead = "", game = "holdem", seed = null } = {}) {
  const rules = gameNamed(game), shared = maskOf(board);
  if (!rules.board) throw new RuleError(`${rules.name} has no board, so no card comes next`);
  if (sizeOf(shared) >= rules.board) throw new CardError(`the board has ${sizeOf(shared)} cards, so no card comes next`);
  // Two players may be in one string. This call also checks all arguments.
  const known = await equityIn(rules, players, { board, dead, samples: 1, seed: 0 });
  seedNumber(seed);
  const hands = known.players.map(({ hand }) => hand), gone = maskOf(dead) | missingCards(rules);
  const weights = isHoldem(rules) ? hands.map((hand) => [...weightsOf(handsOf(hand, rules))]) : [];
  if (weights.length && weights.every((each) => each.length === 1 && each[0][1] === 1n)) {
    return byNextCardOfHands(rules, hands, weights.map(([[hand]]) => hand), shared, gone);
  }
  const found = {};
  for (const card of highestFirst(ALL_CARDS & ~(shared | gone))) {
    try {
      found[cardText(card)] = await equityIn(rules, hands, { board: [...cardsOf(shared), card], dead, seed });
    } catch (error) {
      if (!(error instanceof CardError)) throw error; // no deal is possible with this card
    }
  }
  return found;
}

function byNextCardOfHands(rules, names, hands, board, gone) {
  const lines = pokerCore.call("walk_next_cards", rules.ranking, board, gone, ...hands), found = {};
  while (lines.length) {
    const [next, ...shares] = lines.splice(0, 1 + hands.length), [card, boards] = next.split(" ");
    found[cardText(cardsOf(BigInt(card))[0])] = resultOf(rules, names, potsOf([boards, ...shares], hands.length, false));
  }
  return found;
}
