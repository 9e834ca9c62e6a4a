// The exact equity of each hand of a range against another range. The same as Python's `range_equities`.

import { handText } from "./cards.js";
import { deals } from "./core.js";
import { linesOfDeal, shareOf } from "./deal.js";
import { combined, Fraction } from "../fraction.js";
import { gameNamed, linesOfGame } from "./games.js";
import { rangeOf } from "./players.js";
import { handsOf, STARTING_HANDS } from "./ranges/starting_hands.js";

/** The equity of each hand that can meet a hand of the other range, and the mean of each starting hand. */
export async function rangeEquities(hero, villain, { board = "", dead = "", game = "holdem" } = {}) {
  const rules = gameNamed(game), core = await deals(), given = [hero, villain];
  core.call("check_range_equities", ...linesOfGame(rules));
  const hands = given.map((player) => rangeOf(player, rules));
  const found = core.call("hand_equities", ...linesOfDeal(rules, board, dead, given, hands)).map((line) => line.split(" ").map(BigInt));
  const shares = new Map(found.map(([hand, ...share]) => [hand, new Fraction(...share)]));
  return { equities: Object.fromEntries([...shares].map(([hand, share]) => [handText(hand), shown(share)])), starting_hands: meansOf(shares) };
}

const shown = ({ numerator, denominator }) => shareOf(numerator, denominator);

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
