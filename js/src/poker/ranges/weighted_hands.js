// What both kinds of ranges share: how the core is told of their hands, and what it says about a range.

import { quoted, RangeError } from "../../errors.js";
import { combined, decimalOf, Fraction } from "../../fraction.js";
import { firstOf } from "../../options.js";
import { handMask } from "../cards.js";
import { pokerCore } from "../core.js";

const encoder = new TextEncoder();
const ZERO = new Fraction(0n);

/** The lines of a request for a range: a string, or hands and strings one by one. */
export function linesOf(hands, size) {
  const listed = typeof hands === "string" ? [hands] : firstOf(hands, Infinity);
  if (!listed) throw new RangeError("a range must be a string, hands, or a mapping from hands to weights", quoted(hands), 0);
  return listed.flatMap((hand) => (typeof hand === "string" ? ["", encoder.encode(hand).length, hand] : [handMask(hand, size)]));
}

/** The string of a range, and its different weights, each with how many hands have it. */
export class WeightedHands {
  #hands;

  constructor([text, ...lines]) {
    this.text = text;
    this.weights = [];
    this.counts = [];
    for (const line of lines) {
      const [numerator, denominator, count] = line.split(" ").map(BigInt);
      this.weights.push(new Fraction(numerator, denominator));
      this.counts.push(count);
    }
  }

  get size() {
    return this.counts.reduce((sum, count) => sum + Number(count), 0);
  }

  get total() {
    return this.sum(this.counts);
  }

  /** The sum of the weights of so many hands of each weight. */
  sum(counts) {
    return counts.reduce((sum, count, at) => (count ? combined(sum, "+", combined(this.weights[at], "*", new Fraction(count))) : sum), ZERO);
  }

  /** A Map from the hands as masks to their weights, in order; `name` is the function of the core that knows them. */
  hands(name, ...lines) {
    this.#hands ??= this.#read(pokerCore.answer(name, ...lines));
    return this.#hands;
  }

  #read({ buffer, length }) {
    const count = length / 12;
    const places = new Uint32Array(buffer, 8 * count);
    return new Map(Array.from(new BigUint64Array(buffer, 0, count), (hand, at) => [hand, this.weights[places[at]]]));
  }
}

/** The same as Python's `as_dict()`, but for the hands. */
export function rangeJson(range, sizes) {
  const { total, share } = range;
  return { range: `${range}`, ...sizes, combo_count: range.size, total_weight: total, share: { fraction: `${share}`, decimal: decimalOf(share) } };
}
