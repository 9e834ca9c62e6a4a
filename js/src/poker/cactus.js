// The steps of Cactus Kev's evaluator, for learning; the same lines as Python's `cactus.explain`.

import { cardText, parseCards } from "./cards.js";
import { pokerCore } from "./core.js";
import rows from "../rows.js";

const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];
const LAST = [10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462]; // the worst value of each category
const HAND_SIZE = 5, BUCKETS = 512, PLACES = 8192;

/** The 32-bit word of a card: a bit for the rank, one for the suit, the rank, and the rank's prime. */
function wordOf(id) {
  const rank = id >> 2;
  return (1 << (16 + rank)) | (1 << (15 - (id & 3))) | (rank << 8) | PRIMES[rank];
}

/** The steps of the evaluation of five cards, line by line. */
export function explain(cards) {
  const ids = parseCards(cards), words = ids.map(wordOf);
  const lines = words.map((word, at) => `${cardText(ids[at])}  ${word.toString(2).padStart(32, "0").match(/.{8}/g).join(" ")}  ${word}`);
  const suit = words.reduce((both, word) => both & word, 0xf000);
  lines.push(suit ? `a suit bit is in all words: 0x${suit.toString(16).padStart(4, "0")}, a flush` : "no suit bit is in all words: 0x0000, no flush");
  const bits = words.reduce((either, word) => either | word, 0) >> 16, value = valueOf(ids);
  lines.push(`rank bits: ${bits.toString(2).padStart(13, "0")} = ${bits}`);
  if (suit) lines.push(`FLUSHES[${bits}] = ${value}`);
  else if (new Set(ids.map((id) => id >> 2)).size === HAND_SIZE) lines.push(`UNIQUE5[${bits}] = ${value}`);
  else lines.push(`UNIQUE5[${bits}] = 0`, ...productLines(words, value));
  const category = LAST.findIndex((last) => value <= last);
  const first = category ? LAST[category - 1] + 1 : 1;
  lines.push(`${value}: ${rows.categories[category]}, ${LAST[category] - first + 1} kinds from ${first} to ${LAST[category]}, lower is better`);
  return lines;
}

function valueOf(ids) {
  const places = ids.map((id) => 13 * (id & 3) + (id >> 2));
  const half = (isHigh) => places.filter((place) => place >= 32 === isHigh).reduce((bits, place) => bits | (1 << (place & 31)), 0);
  return pokerCore.exports.value(half(false), half(true));
}

function productLines(words, value) {
  const primes = words.map((word) => word & 0xff);
  const product = primes.reduce((all, prime) => all * prime);
  const { products, adjust } = tables();
  const place = products.indexOf(product), { bucket, place: mixedPlace } = mixed(product);
  return [
    `product of the primes: ${primes.join(" * ")} = ${product}`,
    `PRODUCTS[${place}] = ${product}, by binary search; VALUES[${place}] = ${value}`,
    `or by the perfect hash: HASH_VALUES[${mixedPlace ^ adjust[bucket]}] = ${value}`,
  ];
}

/** The mixing of Paul Senzee's perfect hash: nine bits choose an adjustment, thirteen others are a place. */
function mixed(product) {
  let bits = (product + 0xe91aaa35) >>> 0;
  bits = (bits ^ (bits >>> 16)) >>> 0;
  bits = (bits + (bits << 8)) >>> 0;
  bits = (bits ^ (bits >>> 4)) >>> 0;
  return { bucket: (bits >>> 8) & (BUCKETS - 1), place: (bits + (bits << 2)) >>> 19 };
}

let made = null;

/** The products of the primes of all hands with repeated ranks, ascending, and the adjustments of the perfect hash. */
function tables() {
  if (made) return made;
  const products = repeatedRanks(0, [])
    .map((ranks) => ranks.reduce((product, rank) => product * PRIMES[rank], 1))
    .sort((a, b) => a - b);
  const buckets = Array.from({ length: BUCKETS }, (_, bucket) => ({ bucket, places: [] }));
  for (const product of products) {
    const { bucket, place } = mixed(product);
    buckets[bucket].places.push(place);
  }
  const adjust = Array(BUCKETS).fill(0), taken = new Set();
  // The fullest bucket first, while most places are free.
  for (const { bucket, places } of buckets.sort((a, b) => b.places.length - a.places.length)) {
    let shift = 0;
    while (shift < PLACES && places.some((place) => taken.has(place ^ shift))) shift += 1;
    adjust[bucket] = shift;
    places.forEach((place) => taken.add(place ^ shift));
  }
  made = { products, adjust };
  return made;
}

/** All sets of five ranks, some of them equal and no rank five times. */
function repeatedRanks(lowest, ranks) {
  if (ranks.length === HAND_SIZE) {
    const kinds = new Set(ranks).size;
    return kinds > 1 && kinds < HAND_SIZE ? [ranks] : [];
  }
  return PRIMES.flatMap((_, rank) => (rank >= lowest ? repeatedRanks(rank, [...ranks, rank]) : []));
}
