// The 169 starting hands of hold'em, and their hands: sets of two cards as BigInts with a bit for each card.

import { bitOf, RANKS } from "../cards.js";
import { combined, Fraction } from "../../fraction.js";
import rows from "../../rows.js";

/** From the best to the worst: AA, KK, ... 32o. */
export const STARTING_HANDS = rows.starting_hands;

const PAIRS = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
const ALL_PAIRS = [0, 1, 2, 3].flatMap((one) => [0, 1, 2, 3].map((other) => [one, other]));
const cache = new Map();

/** The hands of a starting hand; two ranks without s or o are both kinds. */
export function handsOf(name) {
  if (!cache.has(name)) cache.set(name, made(name));
  return cache.get(name);
}

function made([first, second, kind]) {
  const [high, low] = [RANKS.indexOf(first), RANKS.indexOf(second)];
  const suits = high === low ? PAIRS : ALL_PAIRS;
  const kept = suits.filter(([one, other]) => !kind || (one === other) === (kind === "s"));
  return kept.map(([one, other]) => bitOf(4 * high + one) | bitOf(4 * low + other));
}

/** All 1326 hands, the better starting hands first. */
export const ALL_HANDS = STARTING_HANDS.flatMap(handsOf);

/** The hands between two shares of all hands; a starting hand counts by its last hand. */
export function bestHands(low, high) {
  const count = new Fraction(BigInt(ALL_HANDS.length));
  let end = 0n;
  return STARTING_HANDS.flatMap((name) => {
    end += BigInt(handsOf(name).length);
    const share = combined(new Fraction(end), "/", count);
    return share.compare(low) > 0 && share.compare(high) <= 0 ? handsOf(name) : [];
  });
}
