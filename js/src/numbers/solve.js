// Solves puzzles with the core: solve, count, closest, reachable.

import { bitsOf, numberOf } from "../core.js";
import { checkCost, timeLimit, withoutLimit } from "../budget.js";
import { LimitError, quoted, RuleError } from "../errors.js";
import { Fraction } from "../fraction.js";
import { described } from "./expression.js";
import { numbersCore } from "./core.js";
import { oneOf, wholeNumber } from "../options.js";
import rows from "../rows.js";
import { asItem, coreRules, needNoFunctions, readPuzzle } from "./rules.js";

const MAX_WORD = 2 ** 32 - 1;

/** Refuses a number of numbers that the rules or a search do not take. */
export const checkSize = (length, { size, name, join, order }) =>
  void numbersCore.call("check_size", length, size ?? "", Number(join && order === "any"), name);

/** How the core finds something (facevalue/puzzle/search/plan.py): an estimate of its cost. */
function planOf(numbers, target, rules, find, { distinct = "essential", walks = 0, limit = null } = {}) {
  return planIn(numbersCore.call("plan", coreRules(rules), numbers.join(" "), `${target}`, distinct, find, walks, bitsOf(limit ?? Infinity)));
}

export function planIn([refusal, most, cost, seconds]) {
  return { refusal, most: Number(most), cost, seconds: numberOf(seconds) };
}

/** Refuses what is impossible or would take too long. */
export function checkPlan({ refusal, most, cost, seconds }, limit) {
  if (refusal) throw new LimitError(refusal.replace(/`(\w+)='(\w+)'`/, '`$1: "$2"`'), most);
  checkCost(cost, seconds, limit);
}

/** A count as a number, or exact if it is large. */
export function countIn(word) {
  const count = BigInt(word);
  return count <= Number.MAX_SAFE_INTEGER ? Number(count) : count;
}

/** A puzzle that was checked and can be searched. */
export class Search {
  constructor(numbers, target, rules, { distinct = null, method = "search", limit } = {}) {
    Object.assign(this, readPuzzle(numbers, target, rules));
    const level = distinct === null ? "" : oneOf("distinct", distinct, rows.distinct);
    [this.distinct] = numbersCore.call("distinct_level", level, Number(this.rules.functions !== ""));
    this.limit = timeLimit(limit);
    this.comparesAny = Number(this.limit === null);
    this.walks = Number(oneOf("method", method, ["search", "walk"]) === "walk");
    checkSize(this.numbers.length, this.rules);
    if (this.walks) needNoFunctions(this.rules);
    this.request = [coreRules(this.rules), this.numbers.join(" "), `${this.target}`];
    this.check("first");
  }

  check(find) {
    checkPlan(planOf(this.numbers, this.target, this.rules, find, this), this.limit);
  }

  /** What the core replies to a query of several searches, each of them within the limit. */
  answer(name, ...options) {
    const [kind, ...reply] = numbersCore.call(name, ...this.request, bitsOf(this.limit ?? Infinity), ...options);
    if (kind === "plan") checkPlan(planIn(reply), this.limit);
    return reply;
  }

  /** The solutions as strings of minimal infix, the simplest first: all, or at most so many. */
  texts(most = null) {
    if (most === null) this.check("all");
    return numbersCore.call("solutions", ...this.request, this.distinct, this.walks, this.comparesAny, Math.min(most ?? MAX_WORD, MAX_WORD));
  }

  get first() {
    return this.texts(1)[0] ?? null;
  }

  count() {
    this.check("count");
    return countIn(numbersCore.call("count", ...this.request, this.distinct, this.walks, this.comparesAny)[0]);
  }

  /** Ways to make the nearest values, the lower value first. */
  closest() {
    const { first } = this;
    if (first) return [first];
    this.check("closest");
    const values = numbersCore.call("nearest", ...this.request);
    const ways = values.map((value) => new Search(this.numbers, value, this.rules, { limit: this.limit }).first);
    return ways.filter((way) => way !== null);
  }
}

/** Refuses a batch of puzzles, rows of whole numbers, of which the hardest possible one would take too long. */
export function checkBatch(numbers, rules) {
  const size = numbers[0].length, limit = timeLimit();
  const numbersFrom = (start) => Array.from({ length: size }, (_, at) => new Fraction(BigInt(start + at)));
  const different = numbersFrom(2);
  checkSize(size, rules);
  let smallest = Infinity, largest = 0;
  for (const number of numbers.flat()) [smallest, largest] = [Math.min(smallest, number), Math.max(largest, Math.abs(number))];
  // A negative number under rules that forbid negative results makes a search a walk, and large numbers make tables one.
  const kinds = [different, numbersFrom(2 + largest), [...different.slice(1), new Fraction(BigInt(Math.min(smallest, 2)))]];
  withoutLimit(() => {
    for (const kind of kinds) checkPlan(planOf(kind, kind[0], rules, "first"), limit);
  });
}

/** Every distinct solution, the simplest first: the same as Python's `solve(...).as_dict()`. */
export function solve(numbers, target = null, rules = "classic", { notation = "infix", most = null, ...options } = {}) {
  const search = new Search(numbers, target, rules, options);
  const listed = search.texts(most === null ? null : wholeNumber("most", most, 0));
  const solutions = listed.map((text) => described(text, notation));
  const count = most === null ? solutions.length : search.count();
  return {
    numbers: search.numbers,
    target: search.target,
    rules: asItem(search.rules),
    distinct: search.distinct,
    solution_count: count,
    solutions,
    truncated: solutions.length < count,
  };
}

/** How many distinct solutions there are. */
export const count = (numbers, target = null, rules = "classic", options = {}) => new Search(numbers, target, rules, options).count();

/** True if there is a solution. */
export const isSolvable = (numbers, target = null, rules = "classic", options = {}) => new Search(numbers, target, rules, options).texts(1).length > 0;

/** The reachable values nearest to the target, each with a way to make it. */
export function closest(numbers, target = null, rules = "classic", { notation = "infix", ...options } = {}) {
  const search = new Search(numbers, target, rules, options);
  return closestOf(search, notation);
}

export function closestOf(search, notation = "infix") {
  const ways = search.closest().map((way) => described(way, notation));
  const distances = ways.map(({ value }) => value.distance(search.target));
  const distance = distances.reduce((best, each) => (best === null || each.compare(best) < 0 ? each : best), null);
  return { target: search.target, distance, closest: ways };
}

const MAX_TARGETS = 10_000_000;

/** Which whole targets from `low` to `high` the numbers make: the same as Python's `reachable(...).as_dict()`. */
export function reachable(numbers, rules = "countdown", { low = 100, high = 999, limit } = {}) {
  const puzzle = readPuzzle(numbers, 0, rules);
  const seconds = timeLimit(limit);
  checkSize(puzzle.numbers.length, puzzle.rules);
  const [first, last] = targetRange(low, high);
  const request = [coreRules(puzzle.rules), puzzle.numbers.join(" "), first, last];
  checkPlan(planIn(numbersCore.call("plan_reach", ...request, bitsOf(seconds ?? Infinity))), seconds);
  const [marks] = numbersCore.call("reach", ...request);
  const reached = [], missing = [];
  [...marks].forEach((mark, at) => (mark === "1" ? reached : missing).push(first + at));
  return {
    numbers: puzzle.numbers,
    rules: asItem(puzzle.rules),
    low: first,
    high: last,
    reachable_count: reached.length,
    reachable: reached,
    missing,
  };
}

function targetRange(low, high) {
  const wrong = [low, high].find((bound) => !Number.isSafeInteger(bound));
  if (wrong !== undefined) throw new RuleError(`low and high must be whole numbers, not ${quoted(wrong)}`);
  if (high - low >= MAX_TARGETS) throw new LimitError(`at most ${MAX_TARGETS} targets are allowed, not ${low} to ${high}`, MAX_TARGETS);
  if (low > high) throw new RuleError(`\`low: ${low}\` is greater than \`high: ${high}\``);
  return [low, high];
}

