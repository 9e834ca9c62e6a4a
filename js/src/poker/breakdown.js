// What a range has on a board: made hands and draws, as shares of its weight. The same as Python's `breakdown`.

import { cardText, highestFirst, maskOf, sizeOf } from "./cards.js";
import { deals } from "./core.js";
import { rangeOf } from "./players.js";
import { decimalOf, Fraction } from "../fraction.js";
import { GAMES } from "./games.js";
import rows from "../rows.js";

const RIVER = 5; // cards of the board

/** Which made hands and draws a hold'em range has on a board of 3 to 5 cards, as parts of its weight. */
export async function breakdown(hands, board, { dead = "" } = {}) {
  const shared = maskOf(board), weights = scaled(rangeOf(hands, GAMES.holdem).weights), core = await deals();
  const kinds = core.call("hand_kinds", shared, maskOf(dead), [...weights.keys()].join(" ")).map((line) => line && line.split(" "));
  const made = rows.made_hands.map(() => 0n), draws = rows.draws.map(() => 0n);
  [...weights.values()].forEach((weight, at) => {
    if (!kinds[at]) return;
    made[kinds[at][0]] += weight;
    draws[kinds[at][1]] += weight;
  });
  return {
    board: highestFirst(shared).map(cardText),
    combo_count: kinds.filter(Boolean).length,
    made: partsOf(made, rows.made_hands),
    draw_parts: sizeOf(shared) < RIVER ? partsOf(draws, rows.draws) : {},
  };
}

/** Weights over their least common denominator. */
function scaled(weights) {
  const scale = [...new Set([...weights.values()].map(({ denominator }) => denominator))].reduce(commonMultiple, 1n);
  return new Map([...weights].map(([hand, { numerator, denominator }]) => [hand, numerator * (scale / denominator)]));
}

function commonMultiple(one, other) {
  let [a, b] = [one, other];
  while (b) [a, b] = [b, a % b];
  return (one / a) * other;
}

function partsOf(weights, names) {
  const total = weights.reduce((sum, weight) => sum + weight);
  const parts = weights.map((weight) => new Fraction(weight, total));
  return Object.fromEntries(names.map((name, at) => [name, { fraction: `${parts[at]}`, decimal: decimalOf(parts[at]) }]));
}
