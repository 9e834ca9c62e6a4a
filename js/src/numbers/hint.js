// Hints about the simplest solution, which reveal no more than a level allows. The same as Python's `hint`.

import { LimitError } from "../errors.js";
import { described, read } from "./expression.js";
import { wholeNumber } from "../options.js";
import rows from "../rows.js";
import { changed } from "./rules.js";
import { Search } from "./solve.js";

const LAST_OPERATION = 2; // this level reveals the last operation, and each later one a step

const hasResult = (test) => ({ results }) => results.some((value) => value !== null && test(value));

/** For each need: whether a solution has it, whether rules allow it, and the rules without it. */
const NEEDS = {
  fraction: {
    isIn: hasResult((value) => !value.isWhole),
    isAllowed: ({ values }) => !rows.values[values].whole,
    forbidden: (rules) => changed(rules, { values: rules.values === "nonnegative" ? "natural" : "integer" }),
  },
  negative: {
    isIn: hasResult((value) => value.numerator < 0n),
    isAllowed: ({ values }) => rows.values[values].least === null,
    forbidden: (rules) => changed(rules, { values: rules.values === "integer" ? "natural" : "nonnegative" }),
  },
  division: {
    isIn: ({ operators }) => operators.includes("/"),
    isAllowed: ({ operators }) => operators.includes("/"),
    forbidden: (rules) => (rules.operators === "/" ? null : changed(rules, { operators: rules.operators.replace("/", "") })),
  },
};

function isNeeded(need, simplest, { numbers, target, rules, limit }) {
  const { isIn, forbidden } = NEEDS[need];
  if (!isIn(simplest)) return false;
  const others = forbidden(rules);
  return others === null || !new Search(numbers, target, others, { limit }).texts(1).length;
}

/** A hint of a level, and its lines. */
export function hint(numbers, target = null, rules = "classic", { level = 1, limit } = {}) {
  const search = new Search(numbers, target, rules, { limit });
  const asked = wholeNumber("level", level, 1);
  const count = search.count(), { first: simplest } = search;
  const allowed = Object.keys(NEEDS).filter((need) => NEEDS[need].isAllowed(search.rules));
  const none = { needs: [], allowed, operation: null, steps: [], solution: null, closest_values: [] };
  if (simplest === null) return withLines({ level: 1, is_last: true, solution_count: 0, ...none, closest_values: nearest(search) });
  const found = read(simplest);
  const all = found.results.length ? found.steps : [];
  const last = LAST_OPERATION + all.length, used = Math.min(asked, last);
  return withLines({
    level: used,
    is_last: used === last,
    solution_count: count,
    ...none,
    needs: allowed.filter((need) => isNeeded(need, found, search)),
    operation: all.length && used >= LAST_OPERATION ? found.operators.at(-1) : null,
    steps: all.slice(0, Math.max(0, used - LAST_OPERATION)),
    solution: used === last ? described(simplest) : null,
  });
}

function nearest(search) {
  try {
    return search.closest().map((way) => described(way).value);
  } catch (error) {
    if (error instanceof LimitError) return null;
    throw error;
  }
}

function withLines(hint) {
  return { ...hint, lines: linesOf(hint) };
}

function linesOf(hint) {
  if (!hint.solution_count) {
    if (hint.closest_values === null) return ["no solution; the numbers are too many or too large to find the closest value"];
    const values = hint.closest_values.join(" and ");
    const verb = hint.closest_values.length === 1 ? "is" : "are";
    return [values ? `no solution; closest ${verb} ${values}` : "no solution"];
  }
  const lines = [`${hint.solution_count} solution${hint.solution_count === 1 ? "" : "s"}`];
  const needed = hint.allowed.filter((need) => hint.needs.includes(need));
  const others = hint.allowed.filter((need) => !hint.needs.includes(need));
  const parts = [["needed", needed], ["not needed", others]].filter(([, needs]) => needs.length);
  if (parts.length) lines.push(parts.map(([lead, needs]) => `${lead}: ${needs.map((need) => rows.needs[need]).join(", ")}`).join("; "));
  if (hint.operation !== null) {
    const [, name] = rows.operations.find(([symbol]) => symbol === hint.operation);
    lines.push(`the last operation is ${hint.operation} (${name})`);
  }
  hint.steps.forEach((step, at) => lines.push(`step ${at + 1}: ${step}`));
  if (hint.solution !== null) lines.push(`solution: ${hint.solution.expression}`);
  return lines;
}

