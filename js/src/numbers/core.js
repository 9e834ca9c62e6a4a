// The core of number puzzles, loaded once: queries by name, with values as JSON.

import { compiled, Core } from "../core.js";
import { Fraction } from "../fraction.js";
import { jsonOf } from "../json.js";
import rows from "../rows.js";

const numbersCore = new Core(await compiled("numbers.wasm"), JSON.stringify(rows));

// Arguments that are drawn unless they are given, so that a result can be repeated.
const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
const DRAWN = { deal: { seed: randomSeed }, "deal-puzzle": { seed: randomSeed }, "next-puzzles": { seed: randomSeed }, daily: { date: () => new Date().toISOString().slice(0, 10) } };

/** The result of a query, the same JSON as Python's (docs/json.md); large whole numbers are strings. */
export function query(name, given, reviver) {
  const missing = Object.entries(DRAWN[name] ?? {}).filter(([argument]) => given[argument] === undefined || given[argument] === null);
  const drawn = missing.map(([argument, draw]) => [argument, draw()]);
  return numbersCore.query(name, jsonOf({ ...given, ...Object.fromEntries(drawn) }), reviver);
}

const EXACT = new Set(["numbers", "target", "value", "distance", "closest_values"]);
const fractionOf = (value) => (/^-?[0-9]+(\/[0-9]+)?$/.test(value) ? Fraction.from(value) : value);

/** The same with fractions in the place of exact numbers. */
export const exactQuery = (name, given) =>
  query(name, given, (key, value) => (!EXACT.has(key) ? value : Array.isArray(value) ? value.map(fractionOf) : fractionOf(value)));

/** A count, which is a string if it is large. */
export const countOf = (count) => (typeof count === "string" ? BigInt(count) : count);
