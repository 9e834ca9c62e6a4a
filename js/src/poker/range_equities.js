// The exact equity of each hand of a range against another range. The same as Python's `range_equities`.

import { handText, maskOf } from "./cards.js";
import { deals, pokerCore } from "./core.js";
import { holdingsOf, isHoldem, lineOf, MATCHUP_BOARDS, MAX_MATCHUPS, rangeOf } from "./equity.js";
import { LimitError, RuleError } from "../errors.js";
import { combined, decimalOf, Fraction } from "../fraction.js";
import { gameNamed, missingCards } from "./games.js";
import { handsOf, STARTING_HANDS } from "./ranges/starting_hands.js";

/** The equity of each hand that can meet a hand of the other range, and the mean of each starting hand. */
export async function rangeEquities(hero, villain, { board = "", dead = "", game = "holdem" } = {}) {
  const rules = gameNamed(game);
  if (!isHoldem(rules)) throw new RuleError(`range_equities needs hold'em or short deck, not '${rules.name}'`);
  const deal = { rules, board: maskOf(board), dead: maskOf(dead) };
  deal.gone = deal.dead | missingCards(rules);
  const [heroes, villains] = holdingsOf(deal, [hero, villain], [rangeOf(hero, rules), rangeOf(villain, rules)]);
  const lines = deal.board || deal.gone ? await onBoard(deal, heroes, villains) : beforeFlop(heroes, villains);
  const shares = new Map();
  [...heroes.keys()].forEach((hand, at) => {
    const [wins, ties, total] = lines[at];
    if (total) shares.set(hand, new Fraction(2n * wins + ties, 2n * total));
  });
  const hands = [...shares].map(([hand, share]) => [handText(hand), shown(share)]);
  return { equities: Object.fromEntries(hands), starting_hands: meansOf(shares) };
}

const shown = (share) => ({ fraction: `${share}`, decimal: decimalOf(share) });

/** The mean equity of the hands of each starting hand, the best class first. */
function meansOf(shares) {
  const means = STARTING_HANDS.map((name) => {
    const parts = handsOf(name).filter((hand) => shares.has(hand)).map((hand) => shares.get(hand));
    if (!parts.length) return null;
    const sum = parts.reduce((all, part) => combined(all, "+", part));
    return [name, shown(combined(sum, "/", new Fraction(BigInt(parts.length))))];
  });
  return Object.fromEntries(means.filter(Boolean));
}

async function onBoard({ rules, board, gone }, heroes, villains) {
  const core = await deals();
  return core.call("range_equities", rules.ranking, board, gone, lineOf(heroes), lineOf(villains)).map((line) => line.split(" ").map(BigInt));
}

/** Wins, ties and all deals of each hand, hand by hand. */
function beforeFlop(heroes, villains) {
  const pairs = heroes.size * villains.size;
  if (pairs > MAX_MATCHUPS) throw new LimitError(`comparing ${pairs} pairs of hands before the flop takes too long; use smaller ranges`, MAX_MATCHUPS);
  return [...heroes.keys()].map((hand) => {
    let [wins, ties, total] = [0n, 0n, 0n];
    for (const [other, weight] of villains) {
      if (hand & other) continue;
      const [won, tied] = pokerCore.call("matchup", hand, other)[0].split(" ").map(BigInt);
      [wins, ties, total] = [wins + weight * won, ties + weight * tied, total + weight * BigInt(MATCHUP_BOARDS)];
    }
    return [wins, ties, total];
  });
}
