// The parts of a puzzle in one string, which the core reads unless it is a JSON object.

import { NotationError } from "../errors.js";
import { takeText } from "../core.js";
import { numbersCore } from "./core.js";
import rows from "../rows.js";

// Most strings of numbers; the core need not look for more in them.
const PLAIN = /^[0-9 ,]*$/;
const NAMES = Object.keys(rows.rules).join(" ");

/** The numbers, the target and the rules of a string, null for a part that it does not have; null if it has only numbers. */
export function readSpelling(given) {
  if (PLAIN.test(given)) return null;
  const [kind, ...lines] = numbersCore.call("spelling", NAMES, given);
  if (kind === "object") return readObject(given);
  return kind ? { numbers: takeText(lines), target: takeText(lines), rules: takeText(lines) } : null;
}

function readObject(text) {
  let fields;
  try {
    fields = JSON.parse(text);
  } catch {
    throw new NotationError("expected a JSON object", text, 0);
  }
  const numbers = fields.numbers ?? fields.nums ?? null;
  if (numbers === null) throw new NotationError('expected "numbers" in the object', text, 0);
  return { numbers, target: fields.target ?? null, rules: fields.rules ?? null };
}
