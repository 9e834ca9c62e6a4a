// The core of number puzzles, loaded once: queries by name, with values as JSON.

import { compiled, Core, decoded } from "../core.js";
import { quoted } from "../errors.js";
import { Fraction } from "../fraction.js";
import { firstOf } from "../options.js";
import rows from "../rows.js";

export const numbersCore = new Core(await compiled("numbers.wasm"));

const TABLES = JSON.stringify(rows);
const MOST_ITEMS = 1001; // more than any list may have
// Arguments that are drawn unless they are given, so that a result can be repeated.
const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
const DRAWN = { deal: { seed: randomSeed }, "deal-puzzle": { seed: randomSeed }, daily: { date: () => new Date().toISOString().slice(0, 10) } };

/** The result of a query, the same JSON as Python's (docs/json.md); large whole numbers are strings. */
export function query(name, given, reviver) {
  const missing = Object.entries(DRAWN[name] ?? {}).filter(([argument]) => given[argument] === undefined || given[argument] === null);
  const drawn = missing.map(([argument, draw]) => [argument, draw()]);
  sendTables();
  return JSON.parse(decoded(numbersCore.answer("query", name, jsonOf({ ...given, ...Object.fromEntries(drawn) }))), reviver);
}

/** The lines of the result of a function of the core whose first line is rules: a name, or their fields. */
export function callUnder(rules, name, ...lines) {
  sendTables();
  return numbersCore.call(name, jsonOf(rules), ...lines);
}

const sendTables = () => numbersCore.handle("tables", () => numbersCore.call("tables", TABLES));

const EXACT = new Set(["numbers", "target", "value", "distance", "closest_values"]);
const fractionOf = (value) => (/^-?[0-9]+(\/[0-9]+)?$/.test(value) ? Fraction.from(value) : value);

/** The same with fractions in the place of exact numbers. */
export const exactQuery = (name, given) =>
  query(name, given, (key, value) => (!EXACT.has(key) ? value : Array.isArray(value) ? value.map(fractionOf) : fractionOf(value)));

/** A count, which is a string if it is large. */
export const countOf = (count) => (typeof count === "string" ? BigInt(count) : count);

/** A value as JSON for the core; one that JSON does not have, or that is nested deeper, is written as messages show it. */
export function jsonOf(given, depth = 3) {
  if (given === null || given === undefined) return "null";
  if (typeof given === "string") return JSON.stringify(given);
  if (typeof given === "boolean" || typeof given === "bigint" || Number.isSafeInteger(given)) return `${given}`;
  if (given instanceof Fraction) return given.isWhole ? `${given}` : JSON.stringify(`${given}`);
  if (depth && typeof given === "object") {
    if (Object.prototype.toString.call(given) === "[object Object]" && !(Symbol.iterator in given)) {
      const fields = Object.entries(given).filter(([, value]) => value !== undefined);
      return `{${fields.map(([name, value]) => `${JSON.stringify(name)}: ${jsonOf(value, depth - 1)}`).join(", ")}}`;
    }
    const items = given instanceof Map ? null : firstOf(given, MOST_ITEMS);
    if (items) return `[${items.map((item) => jsonOf(item, depth - 1)).join(", ")}]`;
  }
  return JSON.stringify({ "": quoted(given) });
}
