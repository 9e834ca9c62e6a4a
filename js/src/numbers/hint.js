// Hints about the simplest solution, which reveal no more than a level allows. The same as Python's `hint`.

import { Fraction } from "../fraction.js";
import { described } from "./expression.js";
import { wholeNumber } from "../options.js";
import { countIn, Search } from "./solve.js";

/** A hint of a level, and its lines. */
export function hint(numbers, target = null, rules = "classic", { level = 1, limit } = {}) {
  const search = new Search(numbers, target, rules, { limit });
  const [head, needs, allowed, operation, solution, lengths, ...rest] = search.answer("hint", wholeNumber("level", level, 1));
  const [reached, isLast, count] = head.split(" ");
  const [stepCount, valueCount] = lengths.split(" ").map(Number); // NaN values are unknown
  const steps = rest.splice(0, stepCount), values = rest.splice(0, valueCount || 0);
  return {
    level: Number(reached),
    is_last: isLast === "1",
    solution_count: countIn(count),
    needs: needs.split(" ").filter(Boolean),
    allowed: allowed.split(" ").filter(Boolean),
    operation: operation || null,
    steps,
    solution: solution ? described(solution) : null,
    closest_values: Number.isNaN(valueCount) ? null : values.map((value) => Fraction.from(value)),
    lines: rest,
  };
}
