// Converts user input to exact fractions: numbers, strings, cards. The core reads strings and writes the errors.

import { quoted } from "../errors.js";
import { textLines } from "../core.js";
import { Fraction } from "../fraction.js";
import { numbersCore } from "./core.js";
import { firstOf } from "../options.js";

export const MAX_NUMBERS = 1000;
const LARGEST_PART = 2n ** 63n - 1n;
const LARGEST_NUMBER = 10n ** 4300n - 1n;
// Floats with at most six decimals are exact, as people write them.
const SHORT_DECIMAL = /^(-?[0-9]+)(?:\.([0-9]{1,6}))?$/;

/** The options and a string for the core; errors are about `whole`, a string that has the numbers in it. */
const request = (text, { anySize = false, ace = 1, faces = null, digits = null, whole = null }) =>
  [[Number(Boolean(anySize)), ace, faces ?? 0, digits ?? 0].join(" "), ...textLines(whole), text];

/** Throws the core's error about a value that is not in a string. */
const refuse = (fault, shown = "", { whole = null } = {}, printed = "") =>
  numbersCore.call("refuse_number", fault, ...textLines(printed), ...textLines(whole), shown);

/** 1 to 1000 numbers, in the given order; `digits` of them may be written together, `ace` and `faces` are what cards count. */
export function parseNumbers(numbers, options = {}) {
  if (typeof numbers === "string") return numbersCore.call("numbers", ...request(numbers, options)).map((text) => Fraction.from(text));
  const parsed = items(numbers).map((item) => parseNumber(item, options));
  if (!parsed.length || parsed.length > MAX_NUMBERS) refuse(parsed.length ? "too many" : "no numbers");
  return parsed;
}

function items(numbers) {
  if (numbers === null || numbers === undefined) refuse("missing");
  return (numbers instanceof Map ? null : firstOf(numbers, MAX_NUMBERS + 1)) ?? refuse("not numbers", quoted(numbers));
}

/** The exact value of a number, a BigInt, a Fraction, or a string like "3/4", "2.5" or "KS". */
export function parseNumber(number, options = {}) {
  if (typeof number === "string") return Fraction.from(numbersCore.call("number", ...request(number, options))[0]);
  const value = exact(number, options);
  const largest = options.anySize ? LARGEST_NUMBER : LARGEST_PART;
  if (value.numerator <= largest && -value.numerator <= largest && value.denominator <= largest) return value;
  return refuse(options.anySize ? "too many digits" : "too large", quoted(number), options);
}

function exact(number, options) {
  if (number instanceof Fraction) return number;
  if (typeof number === "bigint") return new Fraction(number);
  if (typeof number !== "number" || !Number.isFinite(number)) refuse("not a number", quoted(number), options);
  if (Math.abs(number) < 2 ** 53) { // from there on, several whole numbers are the same number
    const short = SHORT_DECIMAL.exec(String(number));
    if (short) return new Fraction(BigInt(short[1] + (short[2] ?? "")), 10n ** BigInt((short[2] ?? "").length));
  }
  return refuse("inexact", String(number), options, String(number));
}
