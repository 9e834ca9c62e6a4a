// Ranges of Omaha hands with weights.

import { choose, DECK_SIZE } from "../cards.js";
import { checkArguments } from "../../calls.js";
import { pokerCore } from "../core.js";
import { quoted, RangeError } from "../../errors.js";
import { combined, Fraction } from "../../fraction.js";
import { OMAHA_HOLES } from "../games.js";
import { wholeNumber } from "../../options.js";
import { useOrderFor } from "./omaha_order.js";
import { linesOf, rangeJson, WeightedHands } from "./weighted_hands.js";


let weightsIn = null; // the class sets it, whose fields are private

/** A Map from the hands of a range as masks, ascending, to their weights, also if it is all hands. */
export const allWeightsOf = (range) => weightsIn(range);

/** Hands of four to six cards with weights from 0 to 1, as in Python. */
export class OmahaRange {
  #core;

  /** A string such as "AA**, AKQJds:0.5", or hands and strings one by one; `cards` is how many cards a hand has. */
  constructor(hands, options = {}) {
    checkArguments("new OmahaRange(hands, { cards })", arguments);
    const { cards = 4 } = options;
    this.cards = wholeNumber("cards", cards, OMAHA_HOLES[0], OMAHA_HOLES.at(-1));
    const lines = linesOf(hands, this.cards);
    if (!lines.length) throw new RangeError("a range must have at least one hand", quoted(hands), 0);
    useOrderFor(lines);
    const [isEverything, ...said] = pokerCore.call("read_omaha_range", this.cards, ...lines);
    /** True if it is all hands with one weight. */
    this.isEverything = isEverything === "1";
    this.#core = new WeightedHands(said);
    Object.freeze(this);
  }

  static parse(text, options) {
    checkArguments("OmahaRange.parse(text, { cards })", arguments);
    return new OmahaRange(text, options);
  }

  /** A Map from the hands as masks, ascending, to their weights; null for all hands. */
  get weights() {
    return this.isEverything ? null : allWeightsOf(this);
  }

  static {
    weightsIn = (range) => {
      const lines = linesOf(`${range}`, range.cards);
      useOrderFor(lines);
      return range.#core.hands("omaha_hands", range.cards, ...lines);
    };
  }

  /** How many hands there are. */
  get size() {
    return this.#core.size;
  }

  /** The sum of the weights. */
  get total() {
    return this.#core.total;
  }

  /** The sum of the weights divided by the number of all hands. */
  get share() {
    return combined(this.total, "/", new Fraction(BigInt(choose(DECK_SIZE, this.cards))));
  }

  toString() {
    return this.#core.text;
  }

  /** The same as Python's `OmahaRange.as_dict()`. */
  toJSON() {
    return rangeJson(this, { hand_size: this.cards });
  }
}
