// About how long a search or a walk takes, before it starts; the same estimates as in Python, for the speed of the
// native core: WebAssembly takes about twice as long.

import { LimitError, quoted, RuleError } from "../errors.js";
import rows from "../rows.js";
import { numbersCore } from "./core.js";
import { coreRules } from "./rules.js";

const USUAL_LIMIT = 10; // seconds
const RUN_ANYWAY = ", or run it anyway with limit: null";
const UNITS = [["seconds", 1, 600], ["minutes", 60, 7200], ["hours", 3600, 200_000]];
const DAY = 86_400, YEAR = 31_556_952, MANY_YEARS = 1_000_000;
const WORTH_TELLING = 500, TOO_MUCH = 1_000_000; // megabytes
// A search keeps about as many solutions as there are sequences of its numbers (facevalue/puzzle/search/cost.py).
const PER_ARRANGEMENT = 8, FROM = 8;
const SHARES = { all: [1, 1], first: [0.4, 0.15], count: [0.4, 0.3] };
const WORDS = { all: "finding all solutions of", first: "solving a puzzle of", count: "counting the solutions of" };
const SHORT = 62; // bits of one machine word
const FORTH_NUMBERS = 4;

/** The maximum time of a call, in seconds; null for no limit. */
export function timeLimit(limit) {
  if (limit === undefined) return USUAL_LIMIT;
  if (limit !== null && !Number.isFinite(limit)) throw new RuleError(`limit must be a finite number, not ${quoted(limit)}`);
  return limit;
}

/** Refuses a call that would take too long by an estimate in seconds. */
export function checkCost(what, seconds, limit, megabytes = 0) {
  if (limit === null || seconds <= limit) return;
  const gigabytes = (megabytes / 1000).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const memory = megabytes > WORTH_TELLING && megabytes < TOO_MUCH ? ` and ${gigabytes} GB` : "";
  throw new LimitError(`${what} would take ${time(seconds)}${memory}; make the query smaller${RUN_ANYWAY}`, Math.ceil(limit));
}

/** Makes a call for a function that has no limit, so that no error recommends one. */
export function withoutLimit(call) {
  try {
    return call();
  } catch (error) {
    if (error instanceof LimitError) error.message = error.message.replace(RUN_ANYWAY, "");
    throw error;
  }
}

function time(seconds) {
  for (const [unit, length, end] of UNITS) if (seconds < end) return `about ${(seconds / length).toFixed(0)} ${unit}`;
  if (seconds < 2 * YEAR) return `about ${(seconds / DAY).toFixed(0)} days`;
  const years = seconds / YEAR;
  return years < MANY_YEARS ? `about ${Math.round(years).toLocaleString("en-US")} years` : "millions of years";
}

export const estimate = (kind, count) => count * rows.costs[kind].seconds;
export const megabytesOf = (kind, count) => (count * rows.costs[kind].bytes) / 1e6;

/** Refuses a search for the first solution, for all or for their count that would take too long. */
export function checkSearch(numbers, rules, limit, find) {
  const further = rules.operators.length;
  const ways = arrangements(numbers, rules);
  const sizes = rules.use === "any" || rules.join ? numbers.map((_, at) => at + 1) : [numbers.length];
  const solutions = sizes.reduce((sum, size) => sum + PER_ARRANGEMENT * Number(ways[size]) * further ** (size - FROM), 0);
  const [time, memory] = SHARES[find];
  const what = `${WORDS[find]} ${numbers.length} numbers`;
  checkCost(what, estimate("solution", solutions * time), limit, megabytesOf("solution", solutions * memory));
}

/** True if solutions are counted without a list of them. */
export function countsWithoutList(rules, distinct, numbers, target) {
  const isPositive = target.numerator > 0n && numbers.every((number) => number.numerator >= 0n);
  return isPositive && distinct === "essential" && rules.use === "all";
}

/** Refuses a walk through all candidates that would take too long. */
export function checkWalk(numbers, rules, limit) {
  const count = candidateCount(numbers, rules);
  const size = (number) => Number((number.numerator < 0n ? -number.numerator : number.numerator) + number.denominator);
  const bits = numbers.reduce((sum, number) => sum + Math.log2(size(number)), 0);
  const seconds = estimate(bits <= SHORT ? "candidate" : "long candidate", Number(count));
  checkCost(`walking through ${count.toLocaleString("en-US")} candidates`, seconds, limit);
}

/** Refuses tables of parts that would take too long: for numbers that keep their order, are joined or have limited results. */
export function checkParts(numbers, rules, limit) {
  const results = resultsOfParts(numbers.length, rules);
  const what = `making tables for ${numbers.length} numbers in ${rules.order === "given" ? "the order given" : "any order"}`;
  checkCost(what, estimate("result", results), limit, megabytesOf("result", results));
}

/** Estimates how many results of operations the tables for one target contain, as in Python. */
function resultsOfParts(size, { operators, use, order, values, join }) {
  if (order === "any") return (join ? 2.5 : 1) * 25 * 5 ** size;
  const mixes = /[*/]/.test(operators) && /[-+]/.test(operators);
  const most = !mixes ? 2 : operators.length === rows.operations.length ? 8.5 : 6.5;
  const growth = rows.values[values].whole ? Math.min(most, 6) : most;
  return size * (use === "any" ? size : 1) * growth ** Math.floor(size / 2);
}

const factorial = (n) => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));
const choose = (n, k) => factorial(n) / factorial(k) / factorial(n - k);

const TREES = {
  any: (k) => choose(2 * k - 2, k - 1) / BigInt(k),
  orders: (k) => factorial(k - 1),
  forth: (k) => (k === FORTH_NUMBERS ? 2n : 0n),
};

/** How many raw candidates there are, as a BigInt. */
function candidateCount(numbers, rules) {
  const ways = arrangements(numbers, rules), symbols = BigInt(rules.operators.length);
  const sizes = rules.use === "any" || rules.join ? numbers.map((_, at) => at + 1) : [numbers.length];
  const trees = TREES[rules.grouping] ?? (() => 1n);
  return sizes.reduce((sum, k) => sum + ways[k] * trees(k) * symbols ** BigInt(k - 1), 0n);
}

/** For each k, how many different sequences of k of the numbers there are. */
function arrangements(numbers, rules) {
  const size = numbers.length;
  if (rules.join) return [0n, ...numbersCore.call("arrangements", coreRules(rules), numbers.join(" ")).map(BigInt)];
  if (rules.order === "given") return subsequences(numbers);
  if (rules.grouping === "forth") return numbers.concat(0).map((_, k) => factorial(size) / factorial(size - k));
  const counts = new Map();
  for (const number of numbers) counts.set(`${number}`, (counts.get(`${number}`) ?? 0) + 1);
  let ways = [1n, ...numbers.map(() => 0n)];
  for (const most of counts.values()) {
    ways = ways.map((_, k) => {
      let sum = 0n;
      for (let j = 0; j <= Math.min(most, k); j++) sum += ways[k - j] * choose(k, j);
      return sum;
    });
  }
  return ways;
}

function subsequences(numbers) {
  let ways = [1n, ...numbers.map(() => 0n)];
  const before = new Map();
  for (const number of numbers) {
    const ended = before.get(`${number}`) ?? ways.map(() => 0n); // what this number has already made longer
    before.set(`${number}`, ways);
    ways = ways.map((count, k) => (k ? count + ways[k - 1] - ended[k - 1] : count));
  }
  return ways;
}
