// Generates different puzzles that match filters: the same ones as Python's `generate`, in the same order.

import { quoted } from "../errors.js";
import { seedNumber, wholeNumber } from "../options.js";
import { callUnder, numbersCore, query } from "./core.js";
import { PuzzleSpace } from "./enumeration.js";
import { asItem, rulesNamed } from "./rules.js";
import { checkBatch } from "./plan.js";

const SAMPLE = 1000; // puzzles that percentiles for language models compare with

/**
 * An iterator of different puzzles that match the filters, the same as Python's `generate` with the same options; its
 * `seed` repeats them.
 */
export function generate(rules = "classic", { seed = null, count = null, ...filters } = {}) {
  const query = new PuzzleQuery(asItem(rulesNamed(rules)), filters);
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
  constructor(rules, given) {
    this.rules = rules;
    const { size, span, targets, dealable, percentiles, solution_count: counts, ...filters } = query("generate-options", { rules, ...given });
    this.space = new PuzzleSpace(rules, size, span, targets, dealable);
    this.ratesModels = filters.rates_models;
    const flags = [filters.solvable, filters.needs_fraction].map((flag) => (flag === null ? "" : Number(flag)));
    this.filters = [...flags, percentiles.join(" "), counts.join(" ")];
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
        yield { numbers, target, rules: this.rules, cards: [] };
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
      const score = this.score(puzzles[at], label);
      const easier = sample.filter((other) => other < score).length;
      return { ...label, percentile: Math.floor((easier * 10_000) / Math.max(sample.length, 1)) / 100 };
    });
  }

  ownLabels(puzzles, { simplest = false } = {}) {
    for (const size of new Set(puzzles.map(({ numbers }) => numbers.length))) {
      checkBatch(puzzles.filter(({ numbers }) => numbers.length === size).map(({ numbers }) => numbers), this.rules);
    }
    const lines = puzzles.map(({ numbers, target }) => `${numbers.join(" ")} ${target}`);
    return callUnder(this.rules, "labels", simplest ? "1" : "0", ...lines).map((line) => {
      const [solutions, fraction, hundredths, first] = line.split(" ");
      return { solutions: BigInt(solutions), needsFraction: fraction === "1", percentile: Number(hundredths) / 100, first };
    });
  }

  /** The score for language models of a puzzle with a solution. */
  score({ numbers, target }, { first }) {
    return Number(callUnder(this.rules, "language_model_score", numbers.join(" "), target, first)[0]);
  }

  /** The scores for language models of the first puzzles with a solution. */
  sampleScores() {
    if (this.sample) return this.sample;
    const puzzles = this.space.puzzles(0n, 0, Math.min(Number(this.space.count), SAMPLE));
    const labels = this.ownLabels(puzzles, { simplest: true });
    this.sample = labels.flatMap((label, at) => (label.solutions ? [this.score(puzzles[at], label)] : []));
    return this.sample;
  }
}

/** What filters look at, as the core takes it. */
const filterLines = (labels) => labels.map(({ solutions, needsFraction, percentile }) => `${solutions} ${Number(needsFraction)} ${Math.round(100 * percentile)}`);
