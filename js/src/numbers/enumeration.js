// Numbers all puzzles of a kind, in an order that depends on a seed: the same as facevalue/puzzle/make/enumeration.py,
// where the methods are described. Counts and ranks are BigInts.

import { LimitError, RuleError } from "../errors.js";
import { mix64, splitMix64 } from "../random.js";
import { deckOf, deckValues } from "./rules.js";

const MAX_PUZZLES = 2n ** 62n, MAX_LISTED = 2_000_000n, MAX_VALUES = 1_000_000, MAX_LEFT = 100_000_000n;
const ROUNDS = 6;
const REMEDY = "use `dealable: false`";

/** All puzzles of the given sizes, with targets from a range: dealable ones if there is no span of numbers. */
export class PuzzleSpace {
  constructor(rules, sizes, span, targets, dealable) {
    const values = deckValues(rules);
    const [low, high] = span ?? [Math.min(...values), Math.max(...values)];
    const isDealt = dealable ?? span === null;
    this.parts = isDealt
      ? dealtParts(rules, sizes, values.filter((value) => low <= value && value <= high), [low, high], targets)
      : sizes.map((size) => withTargets(choicesOf(rangeOf(low, high), size, rules), rangeOf(...targets)));
    this.count = this.parts.reduce((sum, { count }) => sum + count, 0n);
    if (this.count > MAX_PUZZLES) throw new LimitError(`there are too many puzzles (${this.count}); use fewer numbers or a smaller range`, MAX_PUZZLES);
  }

  /** A function from a position to its puzzle `{numbers, target}`; the seed decides the order. */
  order(seed) {
    const rankAt = seededOrder(this.count, seed);
    return (position) => {
      let rank = rankAt(BigInt(position));
      const part = this.parts.find(({ count }) => rank < count || ((rank -= count), false));
      return part.puzzle(rank);
    };
  }
}

/** Whole numbers from low to high, without a list of them. */
const rangeOf = (low, high) => ({ size: high - low + 1, at: (place) => low + place, has: (value) => low <= value && value <= high });

function listOf(values) {
  const [low, high] = [values[0], values.at(-1)];
  return high - low + 1 === values.length ? rangeOf(low, high) : { size: values.length, at: (place) => values[place] };
}

function dealtParts(rules, sizes, dealt, [low, high], targets) {
  const deck = deckOf(rules);
  const copies = new Map();
  for (const value of dealt.sort((a, b) => a - b)) copies.set(value, (copies.get(value) ?? 0) + 1);
  if (!copies.size) throw new RuleError(`${deck.name} has no numbers from ${low} to ${high}; ${REMEDY}`);
  const choices = sizes.map((size) => dealtChoices(rules, deck, copies, size));
  if (!deck.next_is_target) return choices.map((some) => withTargets(some, rangeOf(...targets)));
  const left = [...copies.keys()].filter(rangeOf(...targets).has);
  if (!left.length) throw new RuleError(`${deck.name} has no such target; ${REMEDY}`);
  return choices.map((some) => (deck.kind === "digits" ? withTargets(some, listOf(left)) : withTargetsLeft(some, copies, left)));
}

/** The choices that a deck can deal: a list, unless every value may repeat. */
function dealtChoices(rules, deck, copies, size) {
  const counts = [...copies.values()], total = counts.reduce((sum, count) => sum + count);
  const values = listOf([...copies.keys()]);
  if (deck.kind === "digits" || Math.min(...counts) >= size) return choicesOf(values, size, rules);
  if (size > total - (deck.next_is_target ? 1 : 0)) throw new RuleError(`${deck.name} cannot deal ${size} numbers; ${REMEDY}`);
  if (rules.order === "given") throw new RuleError(`puzzles of ${size} numbers from ${deck.name}, in the given order, need low and high`);
  if (choose(values.size + size - 1, size) > MAX_LISTED) throw new LimitError(`${deck.name} can deal ${size} numbers in too many ways; use fewer numbers`, MAX_LISTED);
  const listed = subMultisets([...copies], size).sort(compareRows);
  return { count: BigInt(listed.length), row: (rank) => listed[Number(rank)] };
}

const compareRows = (one, other) => {
  const place = one.findIndex((value, at) => value !== other[at]);
  return place < 0 ? 0 : one[place] - other[place];
};

/** Every choice of `size` values; `copies` has pairs of a value and its copies. */
function subMultisets(copies, size) {
  const choices = Array.from({ length: size + 1 }, (_, count) => (count ? [] : [[]]));
  for (const [value, available] of copies) {
    for (let total = size; total > 0; total--) {
      for (let count = 1; count <= Math.min(available, total); count++) {
        const repeated = Array(count).fill(value);
        for (const choice of choices[total - count]) choices[total].push([...choice, ...repeated]);
      }
    }
  }
  return choices[size];
}

/** Every choice with every target; the target changes fastest. */
function withTargets(choices, targets) {
  const size = BigInt(targets.size);
  return {
    count: choices.count * size,
    puzzle: (rank) => ({ numbers: choices.row(rank / size), target: targets.at(Number(rank % size)) }),
  };
}

/** Every choice with each target that is left in the deck after the choice is dealt. */
function withTargetsLeft(choices, copies, targets) {
  if (choices.count * BigInt(targets.length) > MAX_LEFT) {
    throw new LimitError(`${choices.count} choices with ${targets.length} targets are too many to list; ${REMEDY}`, MAX_LEFT);
  }
  const leftAfter = (numbers) => targets.filter((target) => numbers.filter((number) => number === target).length < copies.get(target));
  const ends = new Float64Array(Number(choices.count));
  let count = 0;
  for (let rank = 0; rank < ends.length; rank++) ends[rank] = count += leftAfter(choices.row(BigInt(rank))).length;
  return {
    count: BigInt(count),
    puzzle: (rank) => {
      const choice = firstPlace(ends.length, (place) => ends[place] > Number(rank));
      const numbers = choices.row(BigInt(choice));
      return { numbers, target: leftAfter(numbers)[Number(rank) - (choice ? ends[choice - 1] : 0)] };
    },
  };
}

/** The first place from 0 to `end` that meets a condition; all later ones also meet it. */
function firstPlace(end, meets) {
  let low = 0;
  while (low < end) {
    const middle = Math.floor((low + end) / 2);
    if (meets(middle)) end = middle;
    else low = middle + 1;
  }
  return low;
}

/** Choices of `size` values, which may repeat: in any order, or ascending if order does not matter. */
function choicesOf(values, size, rules) {
  if (rules.order === "given") {
    const base = BigInt(values.size);
    const digits = (rank) => Array.from({ length: size }, (_, at) => Number((rank / base ** BigInt(size - 1 - at)) % base));
    return { count: base ** BigInt(size), row: (rank) => digits(rank).map(values.at) };
  }
  if (values.size > MAX_VALUES) throw new LimitError(`low to high may be at most ${MAX_VALUES} numbers, not ${values.size}`, MAX_VALUES);
  const row = (rank) => {
    const numbers = [];
    for (let column = size; column > 0; column--) {
      const largest = firstPlace(values.size + size, (number) => choose(number, column) > rank) - 1;
      rank -= choose(largest, column);
      numbers.unshift(values.at(largest - column + 1));
    }
    return numbers;
  };
  return { count: choose(values.size + size - 1, size), row };
}

const chosen = new Map();

function choose(n, k) {
  if (k > n) return 0n;
  const key = 16 * n + k;
  let count = chosen.get(key);
  if (count === undefined) {
    count = 1n;
    for (let place = 1; place <= k; place++) count = (count * BigInt(n - k + place)) / BigInt(place);
    if (chosen.size < MAX_VALUES) chosen.set(key, count);
  }
  return count;
}

/** A permutation of 0 to size - 1 that depends on a seed: a Feistel network over two digits. */
function seededOrder(size, seed) {
  const words = splitMix64(seed);
  const keys = Array.from({ length: ROUNDS }, words);
  const left = rootOf(size - 1n) + 1n;
  const bases = [left, (size + left - 1n) / left];
  const once = (rank) => {
    const digits = [rank / bases[1], rank % bases[1]];
    keys.forEach((key, round) => {
      const moved = round % 2;
      digits[moved] = (digits[moved] + mix64(digits[1 - moved] ^ key)) % bases[moved];
    });
    return digits[0] * bases[1] + digits[1];
  };
  return (position) => {
    let rank = once(position);
    while (rank >= size) rank = once(rank);
    return rank;
  };
}

/** The square root, rounded down. */
function rootOf(number) {
  if (number <= 0n) return 0n;
  let root = BigInt(Math.floor(Math.sqrt(Number(number))));
  while (root * root > number) root--;
  while ((root + 1n) * (root + 1n) <= number) root++;
  return root;
}
