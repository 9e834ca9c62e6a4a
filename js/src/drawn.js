// Arguments that are drawn unless they are given, so that a result can be repeated.

import rows from "./rows.js";

export const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

const DRAWS = { seed: randomSeed, date: () => new Date().toISOString().slice(0, 10) };

/** The arguments of a query with those that are drawn. */
export function withDrawn(name, given) {
  const all = { ...given };
  for (const argument of rows.drawn[name] ?? []) all[argument] ??= DRAWS[argument]();
  return all;
}
