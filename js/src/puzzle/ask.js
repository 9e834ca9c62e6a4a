// How functions ask the core of number puzzles: their arguments by name in, the result, or one key of it, out.

import { Fraction } from "../fraction.js";
import rows from "../rows.js";
import { query } from "./core.js";

const COUNTS = /* @__PURE__ */ new Set(rows.large_counts), EXACT = /* @__PURE__ */ new Set(rows.exact_values);

const fractionOf = (value) => (/^-?[0-9]+(\/[0-9]+)?$/.test(value) ? Fraction.from(value) : value);
/** A count, which is a string if it is large. */
const readCounts = (key, value) => (COUNTS.has(key) && typeof value === "string" ? BigInt(value) : value);
/** The same with fractions in the place of exact numbers. */
function readNumbers(key, value) {
  if (!EXACT.has(key)) return readCounts(key, value);
  return Array.isArray(value) ? value.map(fractionOf) : fractionOf(value);
}

const asked = (reviver) => (name, { key, given } = {}) => (found) => {
  const result = query(name, { ...found, ...given }, reviver);
  return key ? result[key] : result;
};

export const exactly = asked(readNumbers);
export const plainly = asked(readCounts);
