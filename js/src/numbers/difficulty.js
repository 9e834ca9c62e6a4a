// How hard a puzzle is for people or for language models: the same as Python's `difficulty`.

import { oneOf } from "../options.js";
import rows from "../rows.js";
import { numbersCore } from "./core.js";
import { needNoFunctions, readPuzzle } from "./rules.js";
import { Search } from "./solve.js";

/** The percentile, the seconds and the model; null without a solution. */
export function difficulty(numbers, target = null, rules = "classic", { model: whom = "people", limit } = {}) {
  const isForModels = oneOf("model", whom, rows.difficulty_models) === "language-model";
  if (isForModels) checkRatedSize(readPuzzle(numbers, target, rules).numbers.length);
  const search = new Search(numbers, target, rules, { limit });
  needNoFunctions(search.rules);
  const [model, amounts, ...parts] = search.answer("difficulty", whom);
  if (model === undefined) return null;
  const [hundredths, tenths, score, unit] = amounts.split(" ").map(Number); // NaN tenths of seconds are unknown
  return {
    percentile: hundredths / 100,
    seconds: Number.isNaN(tenths) ? null : tenths / 10,
    model,
    score: score / unit,
    parts: Object.fromEntries(parts.flatMap((name, at) => (at % 2 ? [] : [[name, parts[at + 1] / unit]]))),
  };
}

/** Refuses puzzles with more numbers than are rated for language models. */
export const checkRatedSize = (length) => void numbersCore.call("rated_size", length);
