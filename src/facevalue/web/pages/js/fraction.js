// Exact fractions, for the steps that a person makes on the table.

const gcd = (a, b) => (b === 0n ? a : gcd(b, a % b));
const absolute = (a) => (a < 0n ? -a : a);

export class Fraction {
  constructor(numerator, denominator = 1n) {
    if (denominator === 0n) throw new RangeError("division by zero");
    const sign = denominator < 0n ? -1n : 1n;
    const common = gcd(absolute(numerator), absolute(denominator)) || 1n;
    this.numerator = (sign * numerator) / common;
    this.denominator = (sign * denominator) / common;
    Object.freeze(this);
  }

  /** From a number of the JSON API: 24 or "3/4". */
  static from(given) {
    const [above, below = "1"] = String(given).split("/");
    return new Fraction(BigInt(above.trim()), BigInt(below.trim()));
  }

  get isWhole() {
    return this.denominator === 1n;
  }

  equals(other) {
    return this.numerator === other.numerator && this.denominator === other.denominator;
  }

  isLess(other) {
    return this.numerator * other.denominator < other.numerator * this.denominator;
  }

  distance(other) {
    const apart = OPERATIONS["-"](this, other);
    return new Fraction(absolute(apart.numerator), apart.denominator);
  }

  toString() {
    return this.isWhole ? `${this.numerator}` : `${this.numerator}/${this.denominator}`;
  }
}

const OPERATIONS = {
  "+": (a, b) => new Fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator),
  "-": (a, b) => new Fraction(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator),
  "*": (a, b) => new Fraction(a.numerator * b.numerator, a.denominator * b.denominator),
  "/": (a, b) => (b.numerator === 0n ? null : new Fraction(a.numerator * b.denominator, a.denominator * b.numerator)),
};

/** The exact result of an operation, or null for a division by zero. */
export const combined = (left, operation, right) => OPERATIONS[operation](left, right);

export const SIGNS = { "+": "+", "-": "−", "*": "×", "/": "÷" };
export const SIGN_NAMES = { "+": "plus", "-": "minus", "*": "times", "/": "divided by" };
