// Judges an answer with the core, and says in words what is wrong: the same verdicts as Python's `check`.

import { quoted, shortened } from "../errors.js";
import { Fraction } from "../fraction.js";
import { numbersCore } from "./core.js";
import { numberText } from "./numbers.js";
import rows from "../rows.js";
import { asItem, coreRules, readPuzzle, scoringOf } from "./rules.js";
import { answerSyntax } from "./syntax.js";

/** Checks an answer and says why and where it is wrong: the same as Python's `check(...).as_dict()`. */
export function check(answer, numbers, target = null, rules = "classic", { syntax = "lenient" } = {}) {
  const puzzle = readPuzzle(numbers, target, rules, { anySize: true });
  const handles = [syntax, "relaxed"].map((name) => answerSyntax(name, puzzle.rules));
  const given = answer === null || answer === undefined ? ["none", ""] : typeof answer === "string" ? ["text", answer] : ["other", quoted(answer)];
  const request = [...handles, coreRules(puzzle.rules), puzzle.numbers.join(" "), puzzle.target];
  const [code, position, value, expression, message] = numbersCore.call("check", ...request, ...given);
  return verdict(rows.reasons[code], position ? Number(position) : null, { value: value ? Fraction.from(value) : null, expression: expression || null, message });
}

/** A verdict with what the pages show: the puzzle, the distance and the points. */
export function withPoints(found, answer, numbers, target, rules) {
  const puzzle = readPuzzle(numbers, target, rules, { anySize: true });
  const isValued = (found.reason === "correct" || found.reason === "wrong_value") && found.value !== null;
  const distance = isValued ? found.value.distance(puzzle.target) : null;
  const points = isValued ? pointsFor(distance, scoringOf(puzzle.rules)) : null;
  return { numbers: puzzle.numbers, target: puzzle.target, rules: asItem(puzzle.rules), answer, ...found, distance, points };
}

/** The points for an answer at a distance from the target. */
function pointsFor(distance, scoring) {
  const row = scoring.points.find(([most]) => distance.compare(Fraction.from(most)) <= 0);
  return row ? row[1] : 0;
}

export const verdict = (reason, position, { value = null, expression = null, message }) =>
  ({ correct: reason === "correct", reason, value, expression, position, message });

/** Whether rules allow an intermediate result. */
export function isAllowed(result, rules) {
  const { least, whole } = rows.values[rules.values];
  const isLow = least !== null && result.compare(Fraction.from(least)) < 0;
  const isLarge = rules.largest !== null && [result, new Fraction(-result.numerator, result.denominator)].some((each) => each.compare(Fraction.from(rules.largest)) > 0);
  return !isLow && !isLarge && (!whole || result.isWhole);
}

/** What is wrong with the numbers of steps, all as strings, or with their order; `made` are results of steps. */
export const describeNumbers = (used, numbers, { needsAll, made }) =>
  numbersCore.call("describe_numbers", needsAll ? "1" : "0", used.length, numbers.length, ...used, ...numbers, ...made)[0];

export const forbiddenValue = (made, rules) => numbersCore.call("forbidden", coreRules(rules), made)[0];
export const forbiddenOperator = (rules) => numbersCore.call("forbidden", coreRules(rules), "")[0];
export const valueText = (value) => (value === null ? "None" : shortened(numberText(value)));

