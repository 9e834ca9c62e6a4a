// Ranges of hold'em hands with weights.

import { cardText, highestFirst, maskOf } from "../cards.js";
import { pokerCore } from "../core.js";
import { quoted, RangeError, RuleError } from "../../errors.js";
import { combined, Fraction } from "../../fraction.js";
import { gameNamed, hasStartingHands, isOmahaGame, missingCards } from "../games.js";
import { OmahaRange } from "./omaha_range.js";
import { checkArguments } from "../../calls.js";
import { handsOf, STARTING_HANDS } from "./starting_hands.js";
import { linesOf, rangeJson, WeightedHands } from "./weighted_hands.js";

const HOLE_SIZE = 2, HAND_COUNT = 1326n;

/** Hands of two cards with weights from 0 to 1, as in Python. */
export class Range {
  #core;

  /** A string such as "QQ+, AKs:0.5", a range, or hands and strings one by one. */
  constructor(hands) {
    checkArguments("new Range(hands)", arguments);
    if (hands instanceof WeightedHands) this.#core = hands;
    else this.#core = hands instanceof Range ? hands.#core : new WeightedHands(pokerCore.call("read_range", ...linesOf(hands, HOLE_SIZE)));
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

  /** A Map from the hands as masks to their weights. */
  get weights() {
    return this.#core.hands("range_hands", this.#core.text);
  }

  /** How many hands there are. */
  get size() {
    return this.#core.size;
  }

  /** The sum of the weights. */
  get total() {
    return this.#core.total;
  }

  /** The sum of the weights divided by 1326, the number of all hands. */
  get share() {
    return combined(this.total, "/", new Fraction(HAND_COUNT));
  }

  /** How much of each of the 169 starting hands is in the range, 0 to 1. */
  get startingHands() {
    const counts = pokerCore.call("range_starting_hands", this.#core.text);
    return Object.fromEntries(
      STARTING_HANDS.map((name, at) => {
        const sum = this.#core.sum(counts[at].split(" ").filter(Boolean).map(BigInt));
        return [name, combined(sum, "/", new Fraction(BigInt(handsOf(name).length)))];
      }),
    );
  }

  /** The hands, the higher card first, and their weights. */
  get combos() {
    return [...this.weights].map(([hand, weight]) => ({ cards: highestFirst(hand).map(cardText), weight }));
  }

  toString() {
    return this.#core.text;
  }

  /** The same as Python's `Range.as_dict()`. */
  toJSON() {
    return { ...rangeJson(this, {}), combos: this.combos };
  }
}

/** A range without the hands that contain a card of a mask. */
const withoutMask = (range, gone) => (gone ? new Range(new WeightedHands(pokerCore.call("range_without", gone, `${range}`))) : range);

/** The range of a string; in games with two hole cards without dead cards and those that are not in the deck. */
export function parseRange(hands, game = "holdem", { dead = "" } = {}) {
  const rules = gameNamed(game);
  if (hasStartingHands(rules)) return withoutMask(Range.parse(hands), maskOf(dead) | missingCards(rules));
  if (!isOmahaGame(rules)) throw new RuleError(`${rules.name} has no ranges`);
  if (maskOf(dead)) throw new RuleError(`ranges of ${rules.name} do not support dead cards`);
  return new OmahaRange(hands, { cards: rules.hole });
}
