// How the cores of poker answer queries by name, with values as JSON.

import { Core } from "../core.js";
import { decimalOf, Fraction } from "../fraction.js";
import { jsonOfArguments } from "../json.js";
import rows from "../rows.js";
import places from "./omaha_places.js";

/** A core of poker, which gets the games and the place of each starting hand of Omaha. */
export const coreOf = (name, source) => new Core(name, source, { tables: () => encoder.encode(JSON.stringify(rows.games)), omaha_order: () => bytesOf(places) });

const encoder = /* @__PURE__ */ new TextEncoder();
const bytesOf = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/** The result of a query; a reviver takes most of the time of a short one, so only results with shares have one. */
export const ask = (core, name, given) => core.query(name, jsonOfArguments(given), PLAIN.has(name) ? undefined : read);

const PLAIN = /* @__PURE__ */ new Set(["evaluate", "winners", "parse-cards", "canonical"]);

const COUNTS = /* @__PURE__ */ new Set(rows.large_counts);

/** Adds the nearest decimal to a share, and makes large counts BigInts. */
function read(key, value) {
  if (COUNTS.has(key)) return typeof value === "string" ? BigInt(value) : value;
  if (typeof value?.fraction === "string") return { ...value, decimal: decimalOf(Fraction.from(value.fraction)) };
  if (value?.variance === undefined) return value;
  const { variance, ...share } = value;
  return { ...share, standard_error: variance && Math.sqrt(variance.decimal) };
}
