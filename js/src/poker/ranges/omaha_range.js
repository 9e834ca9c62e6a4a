// Ranges of Omaha hands with weights.

import { choose, DECK_SIZE } from "../cards.js";
import { checkArguments } from "../../calls.js";
import { quoted, RangeError } from "../../errors.js";
import { combined, decimalOf, Fraction } from "../../fraction.js";
import { OMAHA_HOLES } from "../games.js";
import { wholeNumber } from "../../options.js";
import { MAX_HANDS, MAX_MADE, omahaNotation, tooMany } from "./omaha_hands.js";
import { itemsOf, totalOf } from "./range_items.js";

/** Hands of four to six cards with weights from 0 to 1, as in Python. */
export class OmahaRange {
  /** A string such as "AA**, AKQJds:0.5", or hands and strings one by one; `cards` is how many cards a hand has. */
  constructor(hands, options = {}) {
    checkArguments("new OmahaRange(hands, { cards })", arguments);
    const { cards = 4 } = options;
    this.cards = wholeNumber("cards", cards, OMAHA_HOLES[0], OMAHA_HOLES.at(-1));
    this.items = itemsOf(hands, omahaNotation(this.cards));
    if (!this.items.length) throw new RangeError("a range must have at least one hand", quoted(hands), 0);
    this.weights = this.isEverything ? null : weightsOf(this.items, `${this}`);
    Object.freeze(this);
  }

  static parse(text, options) {
    checkArguments("OmahaRange.parse(text, { cards })", arguments);
    return new OmahaRange(text, options);
  }

  /** True if it is all hands with one weight. */
  get isEverything() {
    const [item, weight] = this.items.at(-1);
    return item.isEverything && weight.numerator > 0n;
  }

  /** How many hands there are. */
  get size() {
    return this.isEverything ? choose(DECK_SIZE, this.cards) : this.weights.size;
  }

  /** The sum of the weights. */
  get total() {
    if (this.isEverything) return combined(new Fraction(BigInt(this.size)), "*", this.items.at(-1)[1]);
    return totalOf(this.weights);
  }

  /** The sum of the weights divided by the number of all hands. */
  get share() {
    return combined(this.total, "/", new Fraction(BigInt(choose(DECK_SIZE, this.cards))));
  }

  toString() {
    return this.items.map(([{ text }, weight]) => (`${weight}` === "1" ? text : `${text}:${weightText(weight)}`)).join(", ");
  }

  /** The same as Python's `OmahaRange.as_dict()`. */
  toJSON() {
    const { total, share } = this;
    return { range: `${this}`, hand_size: this.cards, combo_count: this.size, total_weight: total, share: { fraction: `${share}`, decimal: decimalOf(share) } };
  }
}

/** The hands in order of their masks, with their weights; if two items contain the same hand, the later one counts. */
function weightsOf(items, text) {
  const last = new Map(items.map(([item, weight]) => [item.text, { item, weight }])); // of equal items
  const weights = new Map();
  let made = 0;
  for (const { item, weight } of [...last.values()].reverse()) {
    const hands = item.masks();
    made += hands.length;
    if (made > MAX_MADE) throw tooMany(text);
    for (const hand of hands) if (!weights.has(hand)) weights.set(hand, weight);
  }
  const hands = BigUint64Array.from([...weights.keys()].filter((hand) => weights.get(hand).numerator)).sort();
  if (hands.length > MAX_HANDS) throw tooMany(text);
  return new Map(Array.from(hands, (hand) => [hand, weights.get(hand)]));
}

const MAX_DECIMALS = 18;

/** A weight as a decimal if that is exact and short, otherwise as a fraction. */
function weightText(weight) {
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals++) {
    const power = 10n ** BigInt(decimals);
    if (power % weight.denominator) continue;
    const digits = String((weight.numerator * power) / weight.denominator).padStart(decimals + 1, "0");
    return decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
  }
  return `${weight}`;
}
