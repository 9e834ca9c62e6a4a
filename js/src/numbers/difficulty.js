// How hard a puzzle is for people (the core's two models) or for language models, from the shared tables. The same as
// Python's `difficulty`.

import { LimitError } from "../errors.js";
import { oneOf } from "../options.js";
import rows from "../rows.js";
import { numbersCore } from "./core.js";
import { read } from "./expression.js";
import { readPuzzle } from "./rules.js";
import { Search } from "./solve.js";

const MODELS = rows.difficulty;
// Columns of the table of percentiles.
const PEOPLE = 1, HANDS = 2, ROUNDS = 3, TIME = 4;

const NO_FEATURES = Object.keys(MODELS.number_features).map(() => 0);

function model(column) {
  const isPeople = column === PEOPLE;
  return numbersCore.handle(`model ${column}`, () => {
    // Of equal scores the highest percentile counts.
    const points = new Map(MODELS.percentiles.map((row) => [row[column], 100 * row[0]]));
    return numbersCore.call(
      "model",
      MODELS.step_features.join(" "),
      (isPeople ? Object.values(MODELS.number_features) : NO_FEATURES).join(" "),
      (isPeople ? [0, MODELS.parallel_effort, MODELS.base] : [MODELS.extra_step, 1, 0]).join(" "),
      ...(isPeople ? MODELS.corrections.map((row) => row.join(" ")) : []),
      "points",
      ...[...points].map((pair) => pair.join(" ")),
    )[0];
  });
}

/** True if these are the rules under which people were timed, or the same without fractions. */
const areTimed = ({ use, order, grouping, operators, values, join, largest }) =>
  !join && largest === null && use === "all" && order === "any" && grouping === "any" && operators.length === rows.operations.length && ["rational", "natural"].includes(values);

/** The core's models for rules: people ("" if nobody was timed under them) and steps. */
export const modelsFor = (rules) => [areTimed(rules) ? model(PEOPLE) : "", model(rules.use === "any" ? ROUNDS : HANDS)];

/** The percentile, the seconds and the model; null without a solution. */
export function difficulty(numbers, target = null, rules = "classic", { model: whom = "people", limit } = {}) {
  const isForModels = oneOf("model", whom, rows.difficulty_models) === "language-model";
  if (isForModels) checkModelSize(readPuzzle(numbers, target, rules).numbers.length);
  const search = new Search(numbers, target, rules, { limit });
  if (isForModels) return rateForModels(search);
  const [line, ...features] = numbersCore.call("difficulty", ...search.request, ...modelsFor(search.rules));
  if (line === undefined) return null;
  const [isTimed, score, hundredths, effort, correction] = line.split(" ").map(Number);
  const percentile = hundredths / 100;
  if (!isTimed) {
    const doublings = score / MODELS.doubling;
    return { percentile, seconds: null, model: "steps", score: doublings, parts: { "parallel effort": doublings } };
  }
  const weighted = Object.entries(MODELS.number_features).map(([name, weight], at) => [name, weight * Number(features[at])]);
  const parts = [["base", MODELS.base], ["parallel effort", MODELS.parallel_effort * effort], ...weighted, ["corrections", correction]];
  return {
    percentile,
    seconds: secondsAt(hundredths),
    model: "people",
    score: score / MODELS.point,
    parts: Object.fromEntries(parts.map(([name, amount]) => [name, amount / MODELS.point])),
  };
}

/** The time at a percentile, to a tenth of a second, between the rows; exact, in whole numbers. */
function secondsAt(hundredths) {
  const times = MODELS.percentiles.map((row) => [100 * row[0], Math.round(10 * row[TIME])]);
  const at = times.findIndex(([rank], place) => place > 0 && hundredths <= rank);
  const [low, quicker] = times[at - 1], [high, slower] = times[at];
  const whole = high - low, parts = quicker * (high - hundredths) + slower * (hundredths - low);
  const down = Math.floor(parts / whole), rest = parts - down * whole;
  const isUp = 2 * rest > whole || (2 * rest === whole && down % 2 === 1); // half to even, as Python rounds
  return (down + (isUp ? 1 : 0)) / 10;
}

const FOR_MODELS = rows.language_models;

/** Refuses puzzles with more numbers than the model for language models is valid for. */
export function checkModelSize(length) {
  const { most } = FOR_MODELS;
  if (length <= most) return;
  throw new LimitError(`difficulty for language models needs at most ${most} numbers, not ${length}`, most);
}

/** The base-2 logarithm of a positive integer in 64ths, rounded down. */
const doublings = (number) => (BigInt(number) ** 64n).toString(2).length - 1;

/** The features of a puzzle, in the order of the shared table. */
function measure({ numbers, target }, operators, solutionCount) {
  const quotients = numbers.flatMap((a, i) => numbers.filter((b, j) => i !== j && b.numerator !== 0n).map((b) => [a, b]));
  const dividing = quotients.filter(([a, b]) => (a.numerator * b.denominator) % (a.denominator * b.numerator) === 0n).length;
  const magnitude = target.numerator < 0n ? -target.numerator : target.numerator;
  return [
    numbers.length,
    ...["*", "/", "-"].map((symbol) => [...operators].filter((operator) => operator === symbol).length),
    doublings(solutionCount),
    doublings(1 + dividing),
    doublings(magnitude + target.denominator),
    numbers.some((number) => number.compare(target) === 0) ? 1 : 0,
  ];
}

/** The percentile of a score in hundredths, between the scores of the table, rounded down. */
function hundredthsOf(score) {
  const { scores } = FOR_MODELS;
  const last = scores.length - 1, step = 10_000 / last;
  const at = scores.filter((mark) => mark <= score).length - 1;
  if (at < 0 || at === last) return at < 0 ? 0 : 10_000;
  return step * at + Math.floor((step * (score - scores[at])) / (scores[at + 1] - scores[at]));
}

/** The parts of the score for language models; null without a solution. */
export function partsForModels(search, first = search.first) {
  if (first === null) return null;
  const raw = new Search(search.numbers, search.target, search.rules, { distinct: "raw", limit: search.limit });
  const features = measure(search, read(first).operators, raw.count());
  const { features: weights, base } = FOR_MODELS;
  return [["base", base], ...Object.entries(weights).map(([name, weight], at) => [name, weight * features[at]])];
}

/** The rating for language models; null without a solution. */
function rateForModels(search) {
  const parts = partsForModels(search);
  if (parts === null) return null;
  const { point } = FOR_MODELS;
  const score = parts.reduce((sum, [, amount]) => sum + amount, 0);
  return {
    percentile: hundredthsOf(score) / 100,
    seconds: null,
    model: "language-model",
    score: score / point,
    parts: Object.fromEntries(parts.map(([name, amount]) => [name, amount / point])),
  };
}
