// Ranges of hold'em hands with weights.

import { cardText, maskOf } from "../cards.js";
import { quoted, RangeError, RuleError } from "../../errors.js";
import { combined, decimalOf, Fraction } from "../../fraction.js";
import { gameNamed, hasStartingHands, isOmahaGame, missingCards } from "../games.js";
import { OmahaRange } from "./omaha_range.js";
import { HOLDEM } from "./range_hands.js";
import { checkArguments } from "../../calls.js";
import { itemsOf, totalOf } from "./range_items.js";
import { highestFirst, weightsText } from "./range_text.js";
import { ALL_HANDS, handsOf, STARTING_HANDS } from "./starting_hands.js";

const ZERO = new Fraction(0n);

/** Hands of two cards with weights from 0 to 1, as in Python. */
export class Range {
  /** A string such as "QQ+, AKs:0.5", a range, or hands and strings one by one. */
  constructor(hands) {
    checkArguments("new Range(hands)", arguments);
    this.weights = hands instanceof Range ? hands.weights : inOrder(weightsOf(hands));
    Object.freeze(this);
  }

  /** The range of a string, without the hands that contain a dead card. */
  static parse(text, options = {}) {
    checkArguments("Range.parse(text, { dead })", arguments);
    const { dead = "" } = options;
    if (typeof text !== "string") throw new RangeError("a range must be a string", quoted(text), 0);
    return new Range(text).without(dead);
  }

  without(dead) {
    checkArguments("Range.without(dead)", arguments);
    return withoutMask(this, maskOf(dead));
  }

  /** How many hands there are. */
  get size() {
    return this.weights.size;
  }

  /** The sum of the weights. */
  get total() {
    return totalOf(this.weights);
  }

  /** The sum of the weights divided by 1326, the number of all hands. */
  get share() {
    return combined(this.total, "/", new Fraction(BigInt(ALL_HANDS.length)));
  }

  /** How much of each of the 169 starting hands is in the range, 0 to 1. */
  get startingHands() {
    return Object.fromEntries(
      STARTING_HANDS.map((name) => {
        const hands = handsOf(name);
        const sum = hands.reduce((all, hand) => (this.weights.has(hand) ? combined(all, "+", this.weights.get(hand)) : all), ZERO);
        return [name, combined(sum, "/", new Fraction(BigInt(hands.length)))];
      }),
    );
  }

  /** The hands, the higher card first, and their weights. */
  get combos() {
    return [...this.weights].map(([hand, weight]) => ({ cards: highestFirst(hand).map(cardText), weight }));
  }

  toString() {
    return weightsText(this.weights);
  }

  /** The same as Python's `Range.as_dict()`. */
  toJSON() {
    const { total, share } = this;
    return { range: `${this}`, combo_count: this.size, total_weight: total, share: { fraction: `${share}`, decimal: decimalOf(share) }, combos: this.combos };
  }
}

/** A range without the hands that contain a card of a mask. */
export function withoutMask(range, gone) {
  if (!gone) return range;
  const made = Object.create(Range.prototype);
  made.weights = new Map([...range.weights].filter(([hand]) => !(hand & gone)));
  return Object.freeze(made);
}

/** The range of a string; in games with two hole cards without dead cards and those that are not in the deck. */
export function parseRange(hands, game = "holdem", { dead = "" } = {}) {
  const rules = gameNamed(game);
  if (hasStartingHands(rules)) return withoutMask(Range.parse(hands), maskOf(dead) | missingCards(rules));
  if (!isOmahaGame(rules)) throw new RuleError(`${rules.name} has no ranges`);
  if (maskOf(dead)) throw new RuleError(`ranges of ${rules.name} do not support dead cards`);
  return new OmahaRange(hands, { cards: rules.hole });
}

function weightsOf(hands) {
  const weights = new Map();
  for (const [masks, weight] of itemsOf(hands, HOLDEM)) for (const hand of masks) weights.set(hand, weight);
  return weights;
}

/** Hands by their cards, the highest first, without weights of 0. */
function inOrder(weights) {
  const rows = [...weights].filter(([, weight]) => weight.numerator).map(([hand, weight]) => [highestFirst(hand), hand, weight]);
  rows.sort(([[a, b]], [[c, d]]) => c - a || d - b);
  return new Map(rows.map(([, hand, weight]) => [hand, weight]));
}
