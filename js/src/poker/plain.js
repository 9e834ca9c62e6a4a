// Cards in plain strings or as ids, without a call with JSON: for the calls that people make in loops.

import { valuesCore } from "./values_core.js";

export const RANKS = "23456789TJQKA", SUITS = "cdhs", BITS = 32;
// The place of the bit of each rank and suit in ASCII, one more; 0 for other characters.
const [RANK_PLACES, SUIT_PLACES] = [new Uint8Array(128), new Uint8Array(128)];
[...RANKS].forEach((rank, at) => [rank, rank.toLowerCase()].forEach((each) => (RANK_PLACES[each.charCodeAt(0)] = at + 1)));
[...SUITS].forEach((suit, at) => [suit, suit.toUpperCase()].forEach((each) => (SUIT_PLACES[each.charCodeAt(0)] = 13 * at + 1)));

/** The halves of the mask of cards: a string such as "AhKh" or "Ah Kh", or ids in an array; null for every other value. */
export function plainHalves(cards) {
  if (typeof cards !== "string") return Array.isArray(cards) || cards instanceof Uint8Array ? halvesOfIds(cards) : null;
  let low = 0, high = 0;
  for (let at = 0; at < cards.length; at += 2) {
    if (cards.charCodeAt(at) === 32) at += 1;
    const rank = RANK_PLACES[cards.charCodeAt(at)], suit = SUIT_PLACES[cards.charCodeAt(at + 1)];
    if (!rank || !suit) return null;
    const place = rank + suit - 2, bit = 1 << (place & 31);
    if ((place < BITS ? low : high) & bit) return null;
    if (place < BITS) low |= bit;
    else high |= bit;
  }
  return [low, high];
}

const DECK = 52;

function halvesOfIds(ids) {
  let low = 0, high = 0;
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at];
    if (!(Number.isInteger(id) && id >= 0 && id < DECK)) return null;
    const place = RANKS.length * (id & 3) + (id >> 2), bit = 1 << (place & 31);
    if ((place < BITS ? low : high) & bit) return null;
    if (place < BITS) low |= bit;
    else high |= bit;
  }
  return [low, high];
}

const bitsIn = (half) => {
  let left = half, count = 0;
  for (; left; left &= left - 1) count += 1;
  return count;
};
export const countOf = ([low, high]) => bitsIn(low) + bitsIn(high);

export const HOLE = 2; // cards

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

/** Cactus Kev's value of a plain string or ids; 0 for every other value. */
export function plainValue(cards) {
  const halves = plainHalves(cards);
  return halves ? valuesCore.exports.value(...halves) : 0;
}

/** The winners among hands of hold'em in plain strings or ids; null for every other value. */
export function plainWinners(hands, board) {
  const sets = [board, ...hands].map(plainHalves);
  if (sets.includes(null) || !areAllApart(sets)) return null;
  const [[low, high], ...held] = sets;
  if ((low || high) && held.some((hand) => countOf(hand) !== HOLE)) return null;
  const values = held.map((hand) => valuesCore.exports.value(hand[0] | low, hand[1] | high)), best = Math.min(...values);
  return best ? values.flatMap((value, player) => (value === best ? [player] : [])) : null;
}
