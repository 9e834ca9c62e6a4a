// Converts user input to exact fractions: numbers, strings, cards. The same sentences as Python's `parse_numbers`.

import { characters, LimitError, NotationError, quoted, RuleError } from "../errors.js";
import { Fraction } from "../fraction.js";
import { firstOf } from "../options.js";

export const MAX_NUMBERS = 1000;
export const MAX_DIGITS = 4300;
const LARGEST_PART = 2n ** 63n - 1n;
const LARGEST_NUMBER = 10n ** BigInt(MAX_DIGITS) - 1n;
const BLANKS = " \t\r\n";
const WHOLE = "(?:0|[1-9][0-9]*)(?![0-9])";
const LITERAL = `${WHOLE}(?:/${WHOLE}|\\.[0-9]+)?`;
const SIGNED = new RegExp(`^(?:\\{(-?${LITERAL})\\}|(-?${LITERAL}))$`);
// Floats with at most six decimals are exact, as people write them.
const SHORT_DECIMAL = /^(-?[0-9]+)(?:\.([0-9]{1,6}))?$/;
const CARD = /^(?:(10|[2-9TJQKAtjqka])[CDHScdhs♣♧♦♢♥♡♠♤][\ufe0e\ufe0f]?|([AKQJTakqjt]))$/;
export const FACES = Object.fromEntries([..."A23456789TJQK"].map((rank, place) => [rank, place + 1]));

const stripped = (text) => text.replace(new RegExp(`^[${BLANKS}]+|[${BLANKS}]+$`, "g"), "");

/** A string of numbers with ASCII characters in place of those that look the same. */
export const toAscii = (text) => (/[^\x00-\x7f]/.test(text) ? text.replace(/[^\x00-\x7f]/gu, ascii) : text);

const LOOK_ALIKES = { "\u3001": ",", "\u2212": "-", "\u2044": "/", "\u2192": "->" };
function ascii(sign) {
  const code = sign.charCodeAt(0);
  if (code > 0xff00 && code < 0xff5f) return String.fromCharCode(code - 0xfee0);
  return /[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]/.test(sign) ? " " : (LOOK_ALIKES[sign] ?? sign);
}

/** 1 to 1000 numbers, in the given order; `digits` of them may be written together, and `cards` says what cards count. */
export function parseNumbers(numbers, { anySize = false, digits = null, cards = FACES } = {}) {
  const parsed = [];
  const run = typeof numbers === "string" && digits > 1 ? stripped(toAscii(numbers)) : "";
  const given = run.length === digits && /^[0-9]+$/.test(run) ? [...run] : items(numbers);
  inWhole(numbers, () => {
    for (const item of given) {
      parsed.push(parseNumber(item, { anySize, cards }));
      if (parsed.length > MAX_NUMBERS) throw new LimitError(`at most ${MAX_NUMBERS} numbers are allowed`, MAX_NUMBERS);
    }
  });
  if (!parsed.length) throw new RuleError(`there are no numbers: ${quoted(typeof numbers === "string" ? numbers : "")}`);
  return parsed;
}

// What is next to a number in a string of several, or in the spelling of a puzzle.
const EDGES = `${BLANKS},:=>|;()[]{}"`;
const NO_NUMBER = /(?:^|,)\s*(?=,|[\])]?\s*$)/;

/** The result of a function, whose errors about a part of a string become errors about the whole: Python's `in_whole`. */
export function inWhole(whole, read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof NotationError) || typeof whole !== "string" || whole === error.text) throw error;
    const [before, place] = [error.text, whole].map((text) => placeOfPart(error.part, text));
    if (before === null || place === null) throw error;
    throw new NotationError(error.problem, whole, place + Math.max(error.position - before, 0), error.part);
  }
}

/** Where a part first is in a string, with nothing but edges next to it, in characters; null if it is not in it. */
function placeOfPart(part, text) {
  const word = stripped(toAscii(part));
  // An arrow becomes one character, so that all others keep their positions.
  const flat = toAscii(text.replaceAll("\u2192", ">"));
  const isEdge = (place) => EDGES.includes(flat.charAt(place)); // so is the end
  let place = word ? flat.indexOf(word) : flat.search(NO_NUMBER) + NO_NUMBER.exec(flat)?.[0].length;
  while (word && place >= 0 && !(isEdge(place - 1) && isEdge(place + word.length))) place = flat.indexOf(word, place + 1);
  return place >= 0 ? characters(flat.slice(0, place)).length : null;
}

function items(numbers) {
  if (typeof numbers === "string") {
    let text = stripped(toAscii(numbers));
    if (["[]", "()"].includes(text.slice(0, 1) + text.slice(-1))) text = stripped(text.slice(1, -1));
    if (text === "" && !numbers.includes(",")) return [];
    return text.split(new RegExp(`[${BLANKS}]*,[${BLANKS}]*|[${BLANKS}]+`));
  }
  if (numbers === null || numbers === undefined) throw new RuleError("the numbers are missing");
  const listed = numbers instanceof Map ? null : firstOf(numbers, MAX_NUMBERS + 1);
  if (listed) return listed;
  throw new NotationError("numbers must be a string or a sequence of numbers", quoted(numbers), 0);
}

/** The exact value of a number, a BigInt, a Fraction, or a string like "3/4", "2.5" or "KS". */
export function parseNumber(number, { anySize = false, cards = FACES } = {}) {
  const value = exact(number, cards);
  const largest = anySize ? LARGEST_NUMBER : LARGEST_PART;
  if (value && value.numerator <= largest && -value.numerator <= largest && value.denominator <= largest) return value;
  if (anySize) throw new LimitError(`a number may have at most ${MAX_DIGITS} digits: ${quoted(number)}`, MAX_DIGITS);
  throw new LimitError(`the solver takes numbers up to ${LARGEST_PART}, not ${quoted(number)}`, LARGEST_PART);
}

/** The value; null if it has more digits than any number may have. */
function exact(number, cards) {
  if (typeof number === "string") return fromString(number, cards);
  if (number instanceof Fraction) return number;
  if (typeof number === "bigint") return new Fraction(number);
  if (typeof number !== "number" || !Number.isFinite(number)) throw new NotationError("expected a number", quoted(number), 0);
  if (Math.abs(number) < 2 ** 53) { // from there on, several whole numbers are the same number
    const short = SHORT_DECIMAL.exec(String(number));
    if (short) return new Fraction(BigInt(short[1] + (short[2] ?? "")), 10n ** BigInt((short[2] ?? "").length));
  }
  throw new NotationError(`a float is not exact; pass "${number}" as a string, or a Fraction`, String(number), 0);
}

function fromString(text, cards) {
  const word = stripped(toAscii(text));
  const signed = SIGNED.exec(word);
  if (signed) return fromLiteral(signed[1] ?? signed[2]);
  const card = CARD.exec(word);
  if (!card) throw new NotationError("expected a number", text, 0);
  return new Fraction(BigInt(cards[(card[1] ?? card[2]).toUpperCase().replace("10", "T")]));
}

function fromLiteral(literal) {
  const [above, below] = literal.split("/");
  const [whole, decimals = ""] = above.split(".");
  const digits = (part) => part.replace(/^-/, "").length;
  if (digits(whole) > MAX_DIGITS || decimals.length > MAX_DIGITS || digits(below ?? "") > MAX_DIGITS) return null;
  if (below === "0") throw new NotationError("the denominator is 0", literal, literal.indexOf("/") + 1);
  return new Fraction(BigInt(whole + decimals), below ? BigInt(below) : 10n ** BigInt(decimals.length));
}

/** A value as a string; one with more than 4300 digits is described, as in Python. */
export function numberText(number) {
  const [above, below] = [number.numerator, number.denominator].map((part) => `${part}`.replace("-", ""));
  if (above.length <= MAX_DIGITS && below.length <= MAX_DIGITS) return `${number}`;
  const digits = (part) => (part.length === 1 ? "1 digit" : `${part.length} digits`);
  return below === "1" ? `a number with ${digits(above)}` : `a fraction of ${digits(above)} over ${digits(below)}`;
}
