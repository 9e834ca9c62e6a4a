// Exact fractions of BigInts, in lowest terms.

import { checkArguments } from "./calls.js";
import { NotationError, quoted } from "./errors.js";
import { ARGUMENT } from "./json.js";

const SPELLED = /^\s*([-+]?[0-9]+)\s*(?:\/\s*([-+]?[0-9]+)\s*)?$/;
const absolute = (a) => (a < 0n ? -a : a);

function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

const notWhole = (part) => new NotationError("expected a BigInt such as 3n", quoted(part), 0);

export class Fraction {
  constructor(numerator, denominator = 1n) {
    if (arguments.length > 2) checkArguments("new Fraction(numerator, denominator?)", arguments);
    if (typeof numerator !== "bigint" || typeof denominator !== "bigint") throw notWhole(typeof numerator === "bigint" ? denominator : numerator);
    if (denominator === 0n) throw new NotationError("the denominator is 0", `${numerator}/0`, `${numerator}/`.length);
    const sign = denominator < 0n ? -1n : 1n;
    const common = gcd(absolute(numerator), absolute(denominator)) || 1n;
    this.numerator = (sign * numerator) / common;
    this.denominator = (sign * denominator) / common;
    Object.freeze(this);
  }

  /** From 24, 24n or a string such as "-3/4". */
  static from(given) {
    if (arguments.length > 1) checkArguments("Fraction.from(given)", arguments);
    if (given instanceof Fraction) return given;
    if (typeof given === "bigint") return new Fraction(given);
    const found = typeof given === "string" || typeof given === "number" ? SPELLED.exec(given) : null;
    if (!found) throw new NotationError("expected a fraction such as -3/4", typeof given === "string" ? given : quoted(given), 0);
    return new Fraction(BigInt(found[1]), found[2] ? BigInt(found[2]) : 1n);
  }

  get isWhole() {
    return this.denominator === 1n;
  }

  compare(given) {
    if (arguments.length > 1) checkArguments("Fraction.compare(other)", arguments);
    const other = given instanceof Fraction ? given : Fraction.from(given);
    const difference = this.numerator * other.denominator - other.numerator * this.denominator;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  equals(given) {
    if (arguments.length > 1) checkArguments("Fraction.equals(other)", arguments);
    const other = given instanceof Fraction ? given : Fraction.from(given);
    return this.numerator === other.numerator && this.denominator === other.denominator;
  }

  distance(other) {
    if (arguments.length > 1) checkArguments("Fraction.distance(other)", arguments);
    const apart = combined(this, "-", Fraction.from(other));
    return new Fraction(absolute(apart.numerator), apart.denominator);
  }

  toString() {
    return this.isWhole ? `${this.numerator}` : `${this.numerator}/${this.denominator}`;
  }

  [ARGUMENT]() {
    return this.isWhole ? this.numerator : `${this}`;
  }

  /** In JSON: a number where it is exact, otherwise a string. */
  toJSON() {
    const number = Number(this.numerator);
    return this.isWhole && Number.isSafeInteger(number) ? number : `${this}`;
  }
}

const OPERATIONS = {
  "+": (a, b) => new Fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator),
  "-": (a, b) => new Fraction(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator),
  "*": (a, b) => new Fraction(a.numerator * b.numerator, a.denominator * b.denominator),
  "/": (a, b) => (b.numerator === 0n ? null : new Fraction(a.numerator * b.denominator, a.denominator * b.numerator)),
};

/** The exact result of an operation, or null for a division by zero or an operand that is null. */
export const combined = (left, symbol, right) => (left && right ? OPERATIONS[symbol](left, right) : null);

/** The decimal nearest to an exact share or amount. */
export function decimalOf({ numerator, denominator }) {
  if (numerator < 0n) return -decimalOf({ numerator: -numerator, denominator });
  if (numerator <= Number.MAX_SAFE_INTEGER && denominator <= Number.MAX_SAFE_INTEGER) return Number(numerator) / Number(denominator);
  const places = 40 + `${denominator}`.length - `${numerator}`.length;
  return Number(`${(numerator * 10n ** BigInt(places)) / denominator}e-${places}`);
}
