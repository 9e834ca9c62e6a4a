// Ranges of hold'em and of Omaha, with weights from 0 to 1: views of what the core reads.

import { checkArguments } from "../calls.js";
import { quoted, RangeError } from "../errors.js";
import { decimalOf, Fraction } from "../fraction.js";
import { ARGUMENT } from "../json.js";
import { askHands } from "./hands.js";

/** What the core says about a range. */
class Found {
  constructor(found) {
    Object.assign(this, found);
  }
}

/** A range without its hands. */
const totalsOf = (given) => askHands("range", { ...given, combos: false });
const shareOf = (part) => ({ fraction: `${part}`, decimal: decimalOf(part) });
const exactNames = (named) => Object.fromEntries(Object.entries(named).map(([name, part]) => [name, Fraction.from(part)]));

/** What both kinds of ranges have. */
class AnyRange {
  #found;

  constructor(found) {
    this.#found = found;
  }

  /** How many hands there are. */
  get size() {
    return this.#found.combo_count;
  }

  /** The sum of the weights. */
  get total() {
    return Fraction.from(this.#found.total_weight);
  }

  /** The sum of the weights divided by the number of all hands of the game. */
  get share() {
    return Fraction.from(this.#found.share.fraction);
  }

  toString() {
    return this.#found.range;
  }

  /** The same as Python's `as_dict()`. */
  toJSON() {
    const { game: _, ...found } = this.#found;
    return { ...found, total_weight: this.total, share: shareOf(this.share) };
  }

  [ARGUMENT]() {
    return { range: this.#found.range, hand_size: this.#found.hand_size };
  }
}

/** Hands of two cards with weights from 0 to 1, as in Python. */
export class Range extends AnyRange {
  #game;

  /** A string such as "QQ+, AKs:0.5", a range, or hands and strings one by one. */
  constructor(hands) {
    checkArguments("new Range(hands)", arguments);
    const found = hands instanceof Found ? hands : new Found(totalsOf({ hands }));
    super(found);
    this.#game = found.game;
    Object.freeze(this);
  }

  /** The range of a string, without the hands that contain a dead card. */
  static parse(text, options = {}) {
    checkArguments("Range.parse(text, { dead })", arguments);
    return new Range(new Found(totalsOf({ hands: text, dead: options.dead })));
  }

  without(dead) {
    checkArguments("Range.without(dead)", arguments);
    return new Range(new Found({ ...totalsOf({ hands: this, game: this.#game, dead }), game: this.#game }));
  }

  /** How much of each of the 169 starting hands is in the range, 0 to 1. */
  get startingHands() {
    return exactNames(askHands("range", { hands: this }).starting_hands);
  }

  /** The hands, the higher card first, and their weights. */
  get combos() {
    const { combos } = askHands("range", { hands: this });
    return combos.map(({ cards, weight }) => ({ cards, weight: Fraction.from(weight) }));
  }

  toJSON() {
    return { ...super.toJSON(), combos: this.combos };
  }
}

/** Hands of four to six cards with weights from 0 to 1, as in Python. */
export class OmahaRange extends AnyRange {
  /** A string such as "AA**, AKQJds:0.5", or hands and strings one by one; `cards` is how many cards a hand has. */
  constructor(hands, options = {}) {
    checkArguments("new OmahaRange(hands, { cards })", arguments);
    const { cards = 4 } = options;
    super(hands instanceof Found ? hands : totalsOf({ hands, cards }));
    this.cards = this[ARGUMENT]().hand_size;
    Object.freeze(this);
  }

  static parse(text, options) {
    checkArguments("OmahaRange.parse(text, { cards })", arguments);
    return new OmahaRange(text, options);
  }
}

/** The range of a string; in games with two hole cards without dead cards and those that are not in the deck. */
export function parseRange(given) {
  const totals = totalsOf(given), found = new Found({ ...totals, game: given.game ?? totals.game });
  return found.hand_size ? new OmahaRange(found) : new Range(found);
}
