// The core of number puzzles, loaded once: queries by name, with values as JSON.

import { compiled, Core } from "../core.js";
import { jsonOfArguments } from "../json.js";
import rows from "../rows.js";

const numbersCore = new Core(await compiled("numbers.wasm"), JSON.stringify(rows));

// How to draw an argument that is not given, so that a result can be repeated.
const DRAWS = { seed: () => crypto.getRandomValues(new Uint32Array(1))[0], date: () => new Date().toISOString().slice(0, 10) };

/** The result of a query, the same JSON as Python's (docs/reference/json.md); large whole numbers are strings. */
export function query(name, given, reviver) {
  const all = { ...given };
  for (const argument of rows.drawn[name] ?? []) all[argument] ??= DRAWS[argument]();
  return numbersCore.query(name, jsonOfArguments(all), reviver);
}
