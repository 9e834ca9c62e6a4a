// Sets of cards as two numbers, the halves of a mask: for the calls that people make in loops, without BigInts.

import { cardText, maskOf, plainHalves } from "./cards.js";

const HIGH = 32, LOW_BITS = 0xffffffffn;
const RANKS = 13; // bits of a suit

/** The halves of the mask of cards in any spelling. */
export function halvesOf(cards) {
  const plain = typeof cards === "string" ? plainHalves(cards) : null;
  if (plain) return plain;
  const mask = maskOf(cards);
  return [Number(mask & LOW_BITS), Number(mask >> 32n)];
}

/** The mask as a BigInt. */
export const maskOfHalves = ([low, high]) => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);

const bitsIn = (half) => {
  let left = half, count = 0;
  for (; left; left &= left - 1) count += 1;
  return count;
};

export const countOf = ([low, high]) => bitsIn(low) + bitsIn(high);

/** True if no card is in two of the sets. */
export function areAllApart(sets) {
  let allLow = 0, allHigh = 0;
  for (const [low, high] of sets) {
    if (allLow & low || allHigh & high) return false;
    allLow |= low;
    allHigh |= high;
  }
  return true;
}

/** The ids of the cards, the highest first. */
export function idsOf([low, high]) {
  const ids = [];
  for (const [half, start] of [[low, 0], [high, HIGH]]) {
    for (let left = half; left; left &= left - 1) {
      const place = start + 31 - Math.clz32(left & -left);
      ids.push((place % RANKS) * 4 + Math.floor(place / RANKS));
    }
  }
  return ids.sort((one, other) => other - one);
}

/** The cards as strings, the highest first. */
export const textsOf = (halves) => idsOf(halves).map(cardText);
