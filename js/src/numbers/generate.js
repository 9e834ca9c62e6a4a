// Generates different puzzles that match filters: the same ones as Python's `generate`, in the same order.

import { bitsOf } from "../core.js";
import { LimitError, quoted, RuleError } from "../errors.js";
import { seedNumber, trueOrFalse, wholeNumber } from "../options.js";
import rows from "../rows.js";
import { numbersCore, oneOf } from "./core.js";
import { PuzzleSpace } from "./enumeration.js";
import { asItem, coreRules, deckOf, deckValues, rulesNamed } from "./rules.js";
import { checkBatch, scoreOf } from "./plan.js";

const MAX_NUMBERS = 9, MAX_VALUE = 10 ** 9, MAX_SOLUTIONS = 2n ** 63n - 1n;
const SAMPLE = 1000; // puzzles that percentiles for language models compare with

/**
 * An iterator of different puzzles that match the filters, the same as Python's `generate` with the same options; its
 * `seed` repeats them.
 */
export function generate(rules = "classic", { seed = null, count = null, ...filters } = {}) {
  const query = new PuzzleQuery(rulesNamed(rules), filters);
  const number = seedNumber(seed);
  const most = count === null ? null : wholeNumber("count", count, 1);
  const puzzles = query.matching(number, most);
  return {
    seed: number <= Number.MAX_SAFE_INTEGER ? Number(number) : number,
    next: () => puzzles.next(),
    [Symbol.iterator]() {
      return this;
    },
  };
}

class PuzzleQuery {
  constructor(rules, { size = null, low = null, high = null, target = null, solvable = true, difficulty = null, difficulty_model: model = "people", solution_count: solutions = null, needs_fraction: needsFraction = null, dealable = null }) {
    this.rules = rules;
    const dealt = rules.size ?? deckOf(rules).size;
    const sizes = [size ?? dealt].flat().map((each) => wholeNumber("size", each, 1, MAX_NUMBERS)).sort((a, b) => a - b);
    if (!sizes.length) throw new RuleError(`size must be 1 to ${MAX_NUMBERS}, not ${quoted(size)}`);
    for (const [name, flag] of Object.entries({ dealable, solvable, needs_fraction: needsFraction })) if (flag !== null) trueOrFalse(name, flag);
    this.space = new PuzzleSpace(rules, [...new Set(sizes)], numberSpan(low, high, rules), targetSpan(target, rules), dealable);
    if (difficulty !== null && !solvable) throw new RuleError(`\`difficulty\` cannot be combined with \`solvable: ${solvable}\``);
    this.ratesModels = oneOf("difficulty_model", model, rows.difficulty_models) === "language-model";
    if (this.ratesModels) numbersCore.call("rated_size", sizes.at(-1));
    const ranks = difficulty === null ? [] : percentiles(difficulty).map(bitsOf);
    const counts = solutions === null ? [] : solutionSpan(solutions);
    const flags = [solvable, needsFraction].map((flag) => (flag === null ? "" : Number(flag)));
    this.filters = [...flags, ranks.join(" "), counts.join(" ")];
    this.sample = null;
  }

  /** The matching puzzles in order. */
  *matching(seed, count) {
    const total = this.space.count;
    const most = count === null ? "" : Math.min(count, Number.MAX_SAFE_INTEGER);
    let start = 0, found = 0, lastMatch = 0;
    while (found !== count && (start < total || !found || count !== null)) {
      const progress = [...this.filters, [start, found, lastMatch, most].join(" ").trim(), total];
      const [size, isFruitless, needsLabels] = numbersCore.call("next_batch", ...progress)[0].split(" ").map(Number);
      if (isFruitless) {
        const labels = needsLabels ? this.label(this.space.puzzles(0n, 0, total)) : [];
        numbersCore.call("refuse_search", ...progress, quoted(count), ...filterLines(labels));
      }
      const end = Math.min(start + size, Number(total));
      const puzzles = this.space.puzzles(seed, start, end);
      const places = numbersCore.call("matching", ...this.filters, ...filterLines(this.label(puzzles)));
      start = end;
      for (const place of places) {
        const { numbers, target } = puzzles[place];
        [found, lastMatch] = [found + 1, start];
        yield { numbers, target, rules: asItem(this.rules), cards: [] };
        if (found === count) return;
      }
    }
  }

  /** The labels of puzzles: how many solutions, whether these need a fraction, and a percentile. */
  label(puzzles) {
    if (!this.ratesModels) return this.ownLabels(puzzles);
    const sample = this.sampleScores();
    return this.ownLabels(puzzles, { simplest: true }).map((label, at) => {
      if (!label.solutions) return label;
      const score = scoreOf(puzzles[at], this.rules, label.first);
      const easier = sample.filter((other) => other < score).length;
      return { ...label, percentile: Math.floor((easier * 10_000) / Math.max(sample.length, 1)) / 100 };
    });
  }

  ownLabels(puzzles, { simplest = false } = {}) {
    for (const size of new Set(puzzles.map(({ numbers }) => numbers.length))) {
      checkBatch(puzzles.filter(({ numbers }) => numbers.length === size).map(({ numbers }) => numbers), this.rules);
    }
    const lines = puzzles.map(({ numbers, target }) => `${numbers.join(" ")} ${target}`);
    return numbersCore.call("labels", coreRules(this.rules), simplest ? "1" : "0", ...lines).map((line) => {
      const [solutions, fraction, hundredths, first] = line.split(" ");
      return { solutions: BigInt(solutions), needsFraction: fraction === "1", percentile: Number(hundredths) / 100, first };
    });
  }

  /** The scores for language models of the first puzzles with a solution. */
  sampleScores() {
    if (this.sample) return this.sample;
    const puzzles = this.space.puzzles(0n, 0, Math.min(Number(this.space.count), SAMPLE));
    const labels = this.ownLabels(puzzles, { simplest: true });
    this.sample = labels.flatMap((label, at) => (label.solutions ? [scoreOf(puzzles[at], this.rules, label.first)] : []));
    return this.sample;
  }
}

/** What filters look at, as the core takes it. */
const filterLines = (labels) => labels.map(({ solutions, needsFraction, percentile }) => `${solutions} ${Number(needsFraction)} ${Math.round(100 * percentile)}`);

const isWhole = (value) => typeof value === "bigint" || Number.isSafeInteger(value);

/** The smallest and the largest number; null for the numbers of the deck. */
function numberSpan(low, high, rules) {
  if (low === null && high === null) return null;
  const values = deckValues(rules);
  const [first, last] = [low ?? Math.min(...values), high ?? Math.max(...values)];
  if (!isWhole(first) || !isWhole(last)) throw new RuleError(`low and high must be whole numbers, not (${quoted(low)}, ${quoted(high)})`);
  if (first > last) throw new RuleError(`\`low: ${quoted(first)}\` is greater than \`high: ${quoted(last)}\``);
  if (-first > MAX_VALUE || last > MAX_VALUE) {
    throw new LimitError(`low and high must be from -${MAX_VALUE} to ${MAX_VALUE}, not ${quoted(first)} to ${quoted(last)}`, MAX_VALUE);
  }
  return [Number(first), Number(last)];
}

/** The smallest and the largest target. */
function targetSpan(target, rules) {
  const deck = deckOf(rules);
  if (target === null && deck.targets.length) return [deck.targets[0], deck.targets.at(-1)];
  const values = deckValues(rules);
  const wanted = target ?? (deck.next_is_target ? [Math.min(...values), Math.max(...values)] : rules.target);
  const ends = pair("target", wanted);
  if (!ends.every(isWhole) || ends.some((end) => end > MAX_VALUE || -end > MAX_VALUE)) {
    throw new RuleError(`target must be a whole number up to ${MAX_VALUE}, not ${quoted(target)}`);
  }
  return ends.map(Number);
}

function solutionSpan(solutions) {
  const ends = pair("solution_count", solutions);
  if (!ends.every(isWhole) || ends[0] < 0 || ends[1] > MAX_SOLUTIONS) {
    throw new RuleError(`solution_count must be a whole number or a range, not ${quoted(solutions)}`);
  }
  return ends.map(BigInt);
}

/** The ends of a range; a single number is both ends. */
function pair(name, bounds) {
  const ends = Array.isArray(bounds) ? bounds : [bounds, bounds];
  const areNumbers = ends.every((end) => typeof end === "bigint" || (typeof end === "number" && !Number.isNaN(end)));
  if (areNumbers && ends.length === 2 && ends[0] <= ends[1]) return ends;
  throw new RuleError(`${name} must be a number, or the smallest and the largest, not ${quoted(bounds)}`);
}

const LEVELS = rows.difficulties;
const NUMBER = /^[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[-+]?[0-9]+)?$/i;

/** The lowest and the highest percentile of a difficulty: a name, a percentile or a range. */
function percentiles(difficulty) {
  let ends = Array.isArray(difficulty) ? difficulty : [difficulty, difficulty];
  if (typeof difficulty === "string") {
    const name = difficulty.trim().toLowerCase();
    const [, first, last = first] = /^([^-]*)(?:-(.*))?$/s.exec(name) ?? [];
    ends = Object.hasOwn(LEVELS, name) ? LEVELS[name] : [first, last].map((end) => (NUMBER.test(end?.trim() ?? "") ? Number(end) : NaN));
    if (ends.some(Number.isNaN)) {
      throw new RuleError(`difficulty must be ${Object.keys(LEVELS).join(", ")}, a percentile or a range such as 90-100, not ${quoted(difficulty)}`);
    }
  }
  if (ends.length !== 2) throw new RuleError(`difficulty must be one or two percentiles, not ${quoted(difficulty)}`);
  const wrong = ends.find((end) => typeof end !== "bigint" && !Number.isFinite(end));
  if (wrong !== undefined) throw new RuleError(`difficulty must be a finite number, not ${quoted(wrong)}`);
  const [low, high] = ends.map(Number);
  if (!(low >= 0 && low <= high && high <= 100)) throw new RuleError(`difficulty must be a percentile from 0 to 100, not ${low === high ? low : `${low} to ${high}`}`);
  return [low, high];
}
