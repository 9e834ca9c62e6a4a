// All Omaha hands of four cards, the best first, by their equity against a random hand. The same as Python's
// `facevalue.poker.ranges.omaha_order`. The places of the 16,432 starting hands, 44 kB, are only loaded for percentages.

import { isOmahaGame } from "../games.js";

const PLANE = 2 ** 13, HAND_COUNT = 270_725;
let order = null;

/** Loads the order of Omaha hands, which percentages such as "15%" need. */
export async function loadOmahaOrder() {
  if (order) return;
  const { default: text } = await import("./omaha_places.js");
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  order ??= inOrder(new Uint16Array(bytes.buffer));
}

/** Loads the order if a string among the ranges of an Omaha game may have a percentage. */
export async function loadOrderFor(game, ranges) {
  if (isOmahaGame(game) && [ranges].flat().some((range) => typeof range === "string" && range.includes("%"))) await loadOmahaOrder();
}

export const hasOmahaOrder = () => order !== null;

/** The hands between two shares of all hands; a starting hand counts by its last hand. */
export function bestOmahaHands(low, high) {
  const bounds = [low, high].map(({ numerator, denominator }) => {
    const place = Number((numerator * BigInt(HAND_COUNT)) / denominator);
    return order.ends.findLast((end) => end <= place) ?? 0;
  });
  return Array.from(order.hands.subarray(...bounds), BigInt);
}

/** The hands, the best first, and the place after the last hand of each starting hand. */
function inOrder(places) {
  const hands = new Float64Array(HAND_COUNT), names = new Float64Array(HAND_COUNT);
  let count = 0;
  for (let d = 3; d < 52; d++)
    for (let c = 2; c < d; c++)
      for (let b = 1; b < c; b++)
        for (let a = 0; a < b; a++, count++) {
          hands[count] = 2 ** a + 2 ** b + 2 ** c + 2 ** d;
          names[count] = nameOf([a, b, c, d]);
        }
  const sorted = names.slice().sort();
  const different = sorted.filter((name, at) => name !== sorted[at - 1]);
  const classes = new Map(Array.from(different, (name, at) => [name, places[at]]));
  const sizes = new Uint32Array(places.length);
  for (const name of names) sizes[classes.get(name)]++;
  let end = 0;
  const ends = Array.from(sizes, (size) => (end += size));
  const next = ends.map((end, place) => end - sizes[place]);
  const best = new Float64Array(HAND_COUNT);
  for (let at = 0; at < HAND_COUNT; at++) best[next[classes.get(names[at])]++] = hands[at];
  return { hands: best, ends };
}

/** The largest number that the mask of a hand becomes when its suits are renamed. */
function nameOf(places) {
  const planes = [0, 0, 0, 0];
  for (const place of places) planes[Math.floor(place / 13)] += 2 ** (place % 13);
  return planes.sort((one, other) => other - one).reduce((name, plane) => name * PLANE + plane, 0);
}
