// Generates different puzzles that match filters: the same ones as Python's `generate`, in the same order.

import { countOf, query } from "./core.js";
import { asItem, rulesNamed } from "./rules.js";

/** An iterator of different puzzles that match the filters; its `seed` repeats them. */
export function generate(rules = "classic", options = {}) {
  const asked = { ...options, rules: asItem(rulesNamed(rules)) };
  const { seed, place } = query("next-puzzles", asked);
  return Object.assign(matching({ ...asked, seed: countOf(seed) }, place), { seed: countOf(seed) });
}

function* matching(asked, start) {
  for (let place = start; place; ) {
    const found = query("next-puzzles", { ...asked, place });
    for (const { numbers, target } of found.puzzles) yield { numbers, target, rules: asked.rules, cards: [] };
    place = found.place;
  }
}
