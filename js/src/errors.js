// The errors, one class for each reason, and how messages show an input. The same sentences as Python's.

import { SHOWN_CHARACTERS } from "./limits.js";

/** The class of all errors of facevalue. */
export class FaceValueError extends Error {
  constructor(message) {
    super(message);
    this.name = new.target.name;
  }
}

/**
 * A string that is not a number or an expression; `position` counts characters of `text` from 0, and `part` is what the
 * message quotes.
 */
export class NotationError extends FaceValueError {
  constructor(message, text, position, part = text) {
    super(`${message}: ${quoted(part)}`);
    Object.assign(this, { text, position, part, problem: message });
  }
}

/** A string that is not a range of poker hands; `position` counts characters from 0. */
export class RangeError extends FaceValueError {
  constructor(message, text, position) {
    super(`${message}: ${quoted(text)}`);
    Object.assign(this, { text, position });
  }
}

/** Unknown rules, options out of bounds, or numbers that the rules do not allow. */
export class RuleError extends FaceValueError {}

/** Invalid or repeated cards, too many or too few of them. */
export class CardError extends FaceValueError {}

/** A request that is too large to answer; `limit` is the bound that is exceeded. */
export class LimitError extends FaceValueError {
  constructor(message, limit) {
    super(message);
    this.limit = limit;
  }
}

const CLASSES = { NotationError, RangeError, RuleError, CardError, LimitError };

const WORDS = { True: "true", False: "false", None: "null" };
const inJavaScript = (value) => (WORDS[value] ?? value).replace(/^'(.*)'$/, '"$1"').replace(/^\((.*)\)$/, "[$1]");

/** A sentence of the core, in which options and lists are written as in Python, such as `dealable=False`, as in JavaScript. */
const translated = (sentence) =>
  sentence
    .replace(/`(\w+)=(.+?)`/g, (_, name, value) => `\`${name}: ${inJavaScript(value)}\``)
    .replace("limit=None", "limit: null")
    .replace(/\(fv\.(?:poker\.)?([A-Z_]+ lists all)/, "($1");

/** The error of the core (`refuse` in bind/wasm/calls.hpp). */
export function errorOf({ name, sentence, text, position, limit, part }) {
  if (name === "LimitError") return new LimitError(translated(sentence), typeof limit === "string" ? BigInt(limit) : limit);
  return new CLASSES[name](translated(sentence), text, position, part);
}

/** The characters of a string; a pair of surrogates is one. */
export const characters = (text) => [...text];

/** The string itself, or its first 40 characters and three dots. */
function shortened(text) {
  if (text.length <= SHOWN_CHARACTERS) return text;
  const start = characters(text.slice(0, 2 * SHOWN_CHARACTERS + 2)); // without reading a megabyte
  return start.length > SHOWN_CHARACTERS ? `${start.slice(0, SHOWN_CHARACTERS).join("")}...` : text;
}

/** How a message shows an input: on one line, strings in quotes, long ones cut. */
export function quoted(given) {
  if (typeof given === "string") return represented(shortened(given));
  return shortened(plain(given)).replace(/\s+/g, " ");
}

function plain(given) {
  if (given === null || given === undefined) return "None";
  if (given === true || given === false) return given ? "True" : "False";
  if (Array.isArray(given)) return `[${given.slice(0, SHOWN_CHARACTERS).map((each) => (typeof each === "string" ? quoted(each) : typeof each === "object" && each ? "..." : plain(each))).join(", ")}]`;
  try {
    return String(given);
  } catch {
    return `a ${typeof given} that cannot be printed`;
  }
}

const ESCAPES = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };

/** A string in quotes, with escapes for what does not print: Python's repr. */
export function represented(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inside = characters(text).map((each) => {
    if (each === quote) return `\\${each}`;
    if (ESCAPES[each]) return ESCAPES[each];
    return each !== " " && /[\p{C}\p{Z}]/u.test(each) ? escaped(each) : each;
  });
  return quote + inside.join("") + quote;
}

function escaped(character) {
  const code = character.codePointAt(0);
  const hex = (width) => code.toString(16).padStart(width, "0");
  if (code < 0x100) return `\\x${hex(2)}`;
  return code < 0x10000 ? `\\u${hex(4)}` : `\\U${hex(8)}`;
}

/** A count with its noun: "1 puzzle", "2 puzzles". */
export const counted = (count, noun) => (count === 1 ? `${count} ${noun}` : `${count} ${noun}s`);
