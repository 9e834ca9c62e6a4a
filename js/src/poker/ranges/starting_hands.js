// The 169 starting hands of hold'em, and their hands: sets of two cards as BigInts with a bit for each card.

import { pokerCore } from "../core.js";

const HANDS = new Map(pokerCore.call("starting_hands").map((line) => line.split(" ")).map(([name, ...hands]) => [name, hands.map(BigInt)]));

/** From the best to the worst: AA, KK, ... 32o. */
export const STARTING_HANDS = [...HANDS.keys()];

/** The hands of a starting hand. */
export const handsOf = (name) => HANDS.get(name);
