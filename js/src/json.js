// Arguments of queries as JSON for the core.

import { quoted } from "./errors.js";
import { firstOf } from "./options.js";

const MOST_ITEMS = 5000; // more than any list may have

/** The name of a method that returns what a value is as an argument. */
export const ARGUMENT = Symbol("argument");

const isPlain = (value) => value === undefined || value === null || typeof value === "string" || typeof value === "boolean" || Number.isSafeInteger(value);

/** Arguments by name as JSON for the core. */
export const jsonOfArguments = (given) => (Object.values(given).every(isPlain) ? JSON.stringify(given) : jsonOf(given));

/** A value as JSON for the core; one that JSON does not have, or that is nested deeper, is written as messages show it. */
export function jsonOf(given, depth = 3) {
  if (given === null || given === undefined) return "null";
  if (typeof given === "string") return JSON.stringify(given);
  if (typeof given === "boolean" || typeof given === "bigint" || Number.isSafeInteger(given)) return `${given}`;
  if (typeof given[ARGUMENT] === "function") return jsonOf(given[ARGUMENT](), 1);
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
