// Exact fractions of BigInts, in lowest terms.

const absolute = (a) => (a < 0n ? -a : a);

function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

export class Fraction {
  constructor(numerator, denominator = 1n) {
    if (denominator === 0n) throw new RangeError("division by zero");
    const sign = denominator < 0n ? -1n : 1n;
    const common = gcd(absolute(numerator), absolute(denominator)) || 1n;
    this.numerator = (sign * numerator) / common;
    this.denominator = (sign * denominator) / common;
    Object.freeze(this);
  }

  /** From 24, 24n or a string such as "-3/4". */
  static from(given) {
    if (given instanceof Fraction) return given;
    const [above, below = "1"] = String(given).split("/");
    return new Fraction(BigInt(above.trim()), BigInt(below.trim()));
  }

  get isWhole() {
    return this.denominator === 1n;
  }

  compare(other) {
    const difference = this.numerator * other.denominator - other.numerator * this.denominator;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  equals(other) {
    return this.numerator === other.numerator && this.denominator === other.denominator;
  }

  distance(other) {
    const apart = combined(this, "-", other);
    return new Fraction(absolute(apart.numerator), apart.denominator);
  }

  toString() {
    return this.isWhole ? `${this.numerator}` : `${this.numerator}/${this.denominator}`;
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

/** The decimal nearest to an exact share from 0 to 1. */
export function decimalOf({ numerator, denominator }) {
  if (numerator <= Number.MAX_SAFE_INTEGER && denominator <= Number.MAX_SAFE_INTEGER) return Number(numerator) / Number(denominator);
  const places = 40 + `${denominator}`.length - `${numerator}`.length;
  return Number(`${(numerator * 10n ** BigInt(places)) / denominator}e-${places}`);
}
