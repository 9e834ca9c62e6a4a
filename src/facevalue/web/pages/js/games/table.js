// The numbers on the table: two of them are replaced by their result, and a step can be undone.

import { combined, Fraction } from "../../facevalue/src/fraction.js";
import { t } from "../shared/language.js";

export const SIGNS = { "+": "+", "-": "−", "*": "×", "/": "÷" };

const ATOM = 3;
const BINDS = { "+": 1, "-": 1, "*": 2, "/": 2 };
// What a result must be for each set of values of the rules; the judge decides in the end.
const VALUES = {
  rational: () => true,
  nonnegative: (value) => value.numerator >= 0n,
  integer: (value) => value.isWhole,
  natural: (value) => value.isWhole && value.numerator >= 0n,
  positive: (value) => value.isWhole && value.numerator > 0n,
};
const ALLOW_NEGATIVE = ["rational", "integer"];

export class Table {
  /** `cards` are the names of the cards, or none for tiles; `order` is "given" if it must be kept. */
  constructor(numbers, { target, values = "rational", order = "any", cards = [] }) {
    this.target = Fraction.from(target);
    Object.assign(this, { values, order });
    this.dealt = numbers.map((number, at) => piece(Fraction.from(number), cards[at]));
    this.clear();
  }

  clear() {
    this.pieces = [...this.dealt];
    this.history = [];
  }

  get numbers() {
    return this.left.map((each) => each.value.toString());
  }

  /** The numbers that were on the table a number of steps ago. */
  numbersBefore(steps) {
    return this.history.at(-steps).before.filter(Boolean).map((each) => each.value.toString());
  }

  get left() {
    return this.pieces.filter(Boolean);
  }

  get steps() {
    return this.history.map(({ step }) => step);
  }

  /** Why a step is refused, or null. */
  refusal(from, operation, to) {
    const between = this.pieces.slice(Math.min(from, to) + 1, Math.max(from, to));
    if (this.order === "given" && between.some(Boolean)) return t("table.order");
    const [left, right] = this.ordered(from, operation, to);
    const value = combined(left.value, operation, right.value);
    if (value === null) return t("table.zero");
    if (VALUES[this.values](value)) return null;
    return t("table.refused", { step: this.step(from, operation, to), value, values: t(`table.${this.values}`) });
  }

  /**
   * The operands of a step: turned round if the order is given, and in a subtraction that would give
   * a negative number where the rules allow none.
   */
  ordered(from, operation, to) {
    const pair = [this.pieces[from], this.pieces[to]];
    const isBackwards = this.order === "given" && from > to;
    const isNegative = operation === "-" && this.order === "any" && !ALLOW_NEGATIVE.includes(this.values) && pair[0].value.compare(pair[1].value) < 0;
    return isBackwards || isNegative ? pair.reverse() : pair;
  }

  step(from, operation, to) {
    const [left, right] = this.ordered(from, operation, to);
    return `${shown(left.value)} ${SIGNS[operation]} ${shown(right.value)}`;
  }

  /** Replaces two tiles by their result, which takes the place of the second one. */
  combine(from, operation, to) {
    const [left, right] = this.ordered(from, operation, to);
    const value = combined(left.value, operation, right.value);
    const step = `${this.step(from, operation, to)} = ${value}`;
    this.history.push({ before: [...this.pieces], step });
    this.pieces[from] = null;
    this.pieces[to] = { value, text: joined(left, operation, right), binds: BINDS[operation], card: null };
    return step;
  }

  /** Takes back the last step; false if there is none. */
  undo() {
    const last = this.history.pop();
    if (last) this.pieces = last.before;
    return Boolean(last);
  }

  /** The piece nearest to the target. */
  get nearest() {
    return this.left.reduce((best, each) =>
      each.value.distance(this.target).compare(best.value.distance(this.target)) < 0 ? each : best,
    );
  }
}

const piece = (value, card = null) => ({ value, text: shown(value), binds: ATOM, card });

/** A number as an operand: fractions and negative numbers in brackets, as 8 / 1/3 is not 24. */
export const shown = (value) => (value.isWhole && value.numerator >= 0n ? `${value}` : `(${value})`);

/** The expression, with the brackets that it needs. */
function joined(left, operation, right) {
  const binds = BINDS[operation];
  const before = left.binds < binds ? `(${left.text})` : left.text;
  const commutes = operation === "+" || operation === "*";
  const isTight = right.binds > binds || (right.binds === binds && commutes);
  return `${before}${operation}${isTight ? right.text : `(${right.text})`}`;
}
