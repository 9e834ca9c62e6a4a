// How hard a puzzle is for people: the core's two models, from the shared table. The same as Python's `difficulty`.

import { numbersCore } from "./core.js";
import rows from "../rows.js";
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

/** The percentile, the seconds and the model; null without a solution. */
export function difficulty(numbers, target = null, rules = "classic", { limit } = {}) {
  const search = new Search(numbers, target, rules, { limit });
  const people = areTimed(search.rules) ? model(PEOPLE) : "";
  const steps = model(search.rules.use === "any" ? ROUNDS : HANDS);
  const [line, ...features] = numbersCore.call("difficulty", ...search.request, people, steps);
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
