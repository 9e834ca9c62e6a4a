// How the cores of poker answer queries by name, with values as JSON.

import { compiled, Core } from "../core.js";
import { decimalOf, Fraction } from "../fraction.js";
import { jsonOfArguments } from "../json.js";
import rows from "../rows.js";

const TABLES = JSON.stringify(rows.games);

let places = null;

/** Loads the order of Omaha hands, which percentages such as "15%" and percentiles need. */
export async function loadOmahaOrder() {
  if (places) return;
  const { default: text } = await import("./omaha_places.js");
  places ??= Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

/** True if a request about Omaha may need the order. */
export const needsOrder = (name, request) => name === "percentile" || request.includes("%");

/** The core of a compiled file. */
export const loadCore = async (name) => new Core(await compiled(name), TABLES);

/** The result of a query; a reviver takes most of the time of a short one, so only results with shares have one. */
export function ask(core, name, given) {
  const request = jsonOfArguments(given);
  return core.query(name, request, PLAIN.has(name) ? undefined : read, places && needsOrder(name, request) ? places : null);
}

const PLAIN = new Set(["evaluate", "winners", "parse-cards", "canonical"]);

const COUNTS = new Set(rows.large_counts);

/** Adds the nearest decimal to a share, and makes large counts BigInts. */
function read(key, value) {
  if (COUNTS.has(key)) return typeof value === "string" ? BigInt(value) : value;
  if (typeof value?.fraction === "string") return { ...value, decimal: decimalOf(Fraction.from(value.fraction)) };
  if (value?.variance === undefined) return value;
  const { variance, ...share } = value;
  return { ...share, standard_error: variance && Math.sqrt(variance.decimal) };
}
