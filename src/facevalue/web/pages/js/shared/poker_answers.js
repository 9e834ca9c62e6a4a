// What a worker answers to each query about poker: the JSON that the server would send.

import { decimalOf, Fraction } from "../../facevalue/src/fraction.js";
import { askDeals } from "../../facevalue/src/poker/deals.js";
import rows from "../../facevalue/src/rows.js";

const OTHERS = {
  games: () => ({ games: Object.values(rows.games) }),
  hand: (given) => askDeals("evaluate", given),
  range: rangeOf,
};

/** The answer; a field of a form that is empty is not given. */
export async function answer(name, given) {
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== "" && value !== null));
  if (filled.samples) filled.samples = Number(filled.samples);
  return name in OTHERS ? OTHERS[name](filled) : askDeals(name, filled);
}

/** A range, with the shares of its starting hands as decimals. */
async function rangeOf(given) {
  const { starting_hands: shares, ...found } = await askDeals("range", given);
  if (!shares) return found;
  const held = Object.entries(shares).filter(([, share]) => share !== 0);
  return { ...found, grid: Object.fromEntries(held.map(([name, share]) => [name, decimalOf(Fraction.from(share))])) };
}
