// Reads the items of a range with their weights: AA:0.5, 50%:AQs, [25]AKs[/25], !AKs. The same strings and sentences
// as Python's `facevalue.poker.ranges.items`.

import { CardError, characters, FaceValueError, LimitError, quoted, RangeError } from "../../errors.js";
import { combined, Fraction } from "../../fraction.js";
import { foreignLetter, handMask } from "../cards.js";
import { firstOf } from "../../options.js";

const MAX_CHARACTERS = 1_000_000;
const MAX_DIGITS = 18;
const LARGEST_DENOMINATOR = 10n ** 18n;
const HOLE_SIZE = 2; // of hold'em
const LONGEST_HAND = 100; // characters; a longer string is not one hand
const ZERO = new Fraction(0n), ONE = new Fraction(1n), HUNDRED = new Fraction(100n);

const DIGITS = `[0-9]{1,${MAX_DIGITS}}`;
export const NUMBER = `(${DIGITS}/${DIGITS}|(?:${DIGITS})?\\.${DIGITS}|${DIGITS})`;
/** A pattern that matches words in upper or lower case. */
export const anyCase = (words) => `(?:${words.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)})`;
export const EVERYTHING = anyCase("random|any|atc|xx");
/** A dash between two ends, and a part of all hands: `5%-20%` and `15%`. */
export const DASH = "\\s*[-–—]\\s*";
const TOP = `(?:${anyCase("top")}\\s*)?`;
export const SLICE = `${TOP}${NUMBER}\\s*%?${DASH}${NUMBER}\\s*%`;
export const BEST = `${TOP}${NUMBER}\\s*%`;
const SEPARATOR = "\\s*[,;]\\s*|\\s+(?!\\s|\\)|\\[/|$)";
const OPENING = `\\[\\s*${NUMBER}\\s*(%?)\\s*\\]\\s*`;
const CLOSING = `\\s*\\[/\\s*${NUMBER}\\s*%?\\s*\\]`;
const BEFORE = `${NUMBER}\\s*(%?)\\s*([:(])\\s*`;
const NOT = "!\\s*";
const PERCENTAGE = `${NUMBER}\\s*%(?!\\s*[:(\\-–—])`;
const RELATIVE = new RegExp(`^[^@%:=!()[\\]]+@\\s*${NUMBER}\\s*$`, "u");
const WEIGHT = `${NUMBER}(?:\\s*(%))?`;
// How a weight after its hands starts and ends, and whether it is in percent.
const BEHIND = [["\\s*[:=]\\s*", "", false], ["\\s*@\\s*", "", true], ["\\s*\\(\\s*", "\\s*\\)", false]];

const patterns = new Map();

/** The match of a pattern at a place of a string, or null. */
export function matchAt(pattern, text, place) {
  if (!patterns.has(pattern)) patterns.set(pattern, new RegExp(pattern, "uy"));
  const compiled = patterns.get(pattern);
  compiled.lastIndex = place;
  return compiled.exec(text);
}

/** A string that is being read, and the position reached so far. */
export class Reader {
  /** `notation` has `read(reader)`, which reads the hands of one item, and `everything`. */
  constructor(text, notation) {
    Object.assign(this, { text, notation, place: 0, scale: null });
  }

  take(pattern) {
    const found = matchAt(pattern, this.text, this.place);
    if (found) this.place += found[0].length;
    return found;
  }

  expect(pattern, message) {
    const found = this.take(pattern);
    if (!found) throw this.error(message);
    return found;
  }

  error(message, place = this.place) {
    const letter = foreignLetter(this.text.slice(place).split(/[,;]/, 1)[0]);
    return new RangeError(letter ? `unknown rank or suit ${letter}` : message, this.text, characters(this.text.slice(0, place)).length);
  }

  number(text, place) {
    const [above, below] = text.split("/");
    if (below !== undefined) {
      if (BigInt(below) === 0n) throw this.error("expected a denominator other than 0", place);
      return new Fraction(BigInt(above), BigInt(below));
    }
    const [whole, decimals = ""] = above.split(".");
    return new Fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  }

  /** The bounds of the best hands, 0 to 1, of percentages. */
  shares(numbers, place) {
    const shares = numbers.map((text) => combined(this.number(text, place), "/", HUNDRED));
    if (shares.some((share) => share.compare(ONE) > 0)) throw this.error("expected a percentage from 0 to 100", place);
    return [ZERO, ...shares].sort((one, other) => one.compare(other)).slice(-2);
  }

  /** Reads the whole string: pairs of hands and a weight. */
  items() {
    if (this.text.length > MAX_CHARACTERS) {
      const count = characters(this.text).length;
      if (count > MAX_CHARACTERS) throw new LimitError(`a range may have up to ${MAX_CHARACTERS} characters, not ${count}`, MAX_CHARACTERS);
    }
    const relative = this.text.split(/[,;]/).map((item) => RELATIVE.exec(item));
    if (relative.every(Boolean)) {
      const weights = relative.map(([, number]) => this.number(number, this.text.indexOf(number)));
      const largest = weights.reduce((most, weight) => (weight.compare(most) > 0 ? weight : most));
      const areDifferent = weights.some((weight) => !weight.equals(largest));
      if (areDifferent && weights.some((weight) => weight.compare(ZERO) > 0 && weight.compare(ONE) <= 0)) this.scale = largest;
    }
    this.take("\\s*");
    const items = this.list(() => this.weighted());
    if (matchAt(`\\s*${NOT}`, this.text, 0)) items.unshift([this.notation.everything, ONE]);
    this.take("\\s*");
    if (this.place < this.text.length) throw this.error("expected a comma between hands");
    return items;
  }

  list(read) {
    const items = [];
    for (;;) {
      items.push(...read());
      const separator = this.take(SEPARATOR);
      if (!separator) return items;
      const number = matchAt(PERCENTAGE, this.text, this.place);
      if (number && !separator[0].trim()) {
        throw this.error(`expected @${number[0]} for a weight, or a comma and top ${number[0]} for the best hands`);
      }
    }
  }

  /** One item or group and its weight, which may be before, after or around it. */
  weighted() {
    const start = this.place;
    if (this.take(NOT)) return [[this.notation.read(this), ZERO]];
    // In Omaha, brackets without an end such as [/25] are ranks, as in `[98][98]JT`.
    const isWeight = this.notation.size === HOLE_SIZE || (this.text.startsWith("[", start) && this.text.lastIndexOf("[/") > start);
    const opening = isWeight ? this.take(OPENING) : null;
    if (opening) {
      const hands = this.list(() => this.plain());
      const end = this.place;
      if (this.expect(CLOSING, `expected [/${opening[1]}]`)[1] !== opening[1]) throw this.error(`expected [/${opening[1]}]`, end);
      const weight = this.weight(opening, start, true);
      return hands.map(([item]) => [item, weight]);
    }
    const before = matchAt(BEFORE, this.text, start);
    return before ? this.eitherSide(before, start) : this.weightBehind();
  }

  /** A number that may be the weight or the hands: `50:AA`, `55:0.5`. The reading that explains more is right. */
  eitherSide(before, start) {
    const readings = [], errors = [];
    for (const read of [() => this.weightBehind(), () => this.weightBefore()]) {
      this.place = start;
      try {
        const items = read();
        readings.push({ place: this.place, items });
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        errors.push(error);
      }
    }
    if (!readings.length) throw errors.reduce((best, error) => (error.position > best.position ? error : best));
    const best = readings.reduce((most, reading) => (reading.place > most.place ? reading : most));
    this.place = best.place;
    if (before[2] && readings.length === 2 && readings[0].place === readings[1].place) {
      throw this.error("expected a weight like 15%@50, since either side could be one", start);
    }
    return best.items;
  }

  plain() {
    return [[this.notation.read(this), ONE]];
  }

  weightBefore() {
    const start = this.place;
    const found = this.expect(BEFORE, "expected a weight");
    const hands = found[3] === ":" ? this.plain() : this.list(() => this.plain());
    if (found[3] === "(") this.expect("\\s*\\)", "expected a closing bracket");
    const weight = this.weight(found, start, found[3] === ":");
    return hands.map(([item]) => [item, weight]);
  }

  weightBehind() {
    const hands = this.notation.read(this);
    for (const [opening, closing, inPercent] of BEHIND) {
      if (!this.take(opening)) continue;
      const start = this.place;
      const found = this.expect(WEIGHT, "expected a weight");
      this.expect(closing, "expected a closing bracket");
      return [[hands, this.weight(found, start, inPercent)]];
    }
    return [[hands, ONE]];
  }

  weight([, digits, sign], place, inPercent) {
    const number = this.number(digits, place);
    if (inPercent && this.scale && this.scale.numerator) return combined(number, "/", this.scale);
    if (inPercent && !sign && number.compare(ZERO) > 0 && number.compare(ONE) <= 0) {
      throw this.error("expected a percent sign after a number of 1 or less", place);
    }
    const weight = inPercent || sign ? combined(number, "/", HUNDRED) : number;
    if (weight.compare(ONE) > 0) throw this.error("expected a weight from 0 to 1, or a percentage like 50%", place);
    if (weight.denominator > LARGEST_DENOMINATOR) throw this.error("expected a weight with fewer digits", place);
    return weight;
  }
}

/** The items of a string, or of hands and strings one by one: pairs of hands and a weight, which may be 0. */
export function itemsOf(hands, notation) {
  if (typeof hands === "string") return itemsOfOne(hands, notation);
  const listed = firstOf(hands, Infinity);
  if (!listed) {
    throw new RangeError("a range must be a string, hands, or a mapping from hands to weights", quoted(hands), 0);
  }
  return listed.flatMap((hand) => itemsOfOne(hand, notation));
}

function itemsOfOne(hands, notation) {
  if (typeof hands !== "string") return [[notation.fromMask(handMask(hands, notation.size)), ONE]];
  if (hands.length <= LONGEST_HAND) {
    try {
      return [[notation.fromMask(handMask(hands, notation.size)), ONE]];
    } catch (error) {
      if (!(error instanceof FaceValueError)) throw error;
    }
  }
  return new Reader(hands, notation).items();
}

/** The sum of the weights of hands; equal weights are counted first. */
export function totalOf(weights) {
  const counts = new Map();
  for (const weight of weights.values()) counts.set(weight, (counts.get(weight) ?? 0n) + 1n);
  return [...counts].reduce((sum, [weight, count]) => combined(sum, "+", combined(weight, "*", new Fraction(count))), ZERO);
}
