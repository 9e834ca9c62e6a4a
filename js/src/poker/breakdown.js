// What a range has on a board: made hands and draws, as shares of its weight. The same as Python's `breakdown`.

import { cardText, highestFirst, maskOf, sizeOf } from "./cards.js";
import { deals } from "./core.js";
import { rangeOf, scaled } from "./equity.js";
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

function partsOf(weights, names) {
  const total = weights.reduce((sum, weight) => sum + weight);
  const parts = weights.map((weight) => new Fraction(weight, total));
  return Object.fromEntries(names.map((name, at) => [name, { fraction: `${parts[at]}`, decimal: decimalOf(parts[at]) }]));
}
