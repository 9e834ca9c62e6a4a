// Judges an answer with the core, and says in words what is wrong: the same verdicts as Python's `check`.

import { quoted } from "../errors.js";
import { Fraction } from "../fraction.js";
import { numbersCore } from "./core.js";
import { rowNamed } from "../options.js";
import rows from "../rows.js";
import { asItem, coreRules, needNoFunctions, readPuzzle, scoringOf } from "./rules.js";
import { answerSyntax } from "./syntax.js";

/** Checks an answer and says why and where it is wrong: the same as Python's `check(...).as_dict()`. */
export function check(answer, numbers, target = null, rules = "classic", { syntax = "lenient" } = {}) {
  const puzzle = readPuzzle(numbers, target, rules, { anySize: true });
  const given = answer === null || answer === undefined ? ["none", ""] : typeof answer === "string" ? ["text", answer] : ["other", quoted(answer)];
  return verdictIn(numbersCore.call("check", ...requestOf(puzzle, syntax), ...given));
}

/** Checks a list of steps and says why and where it is wrong: the same as Python's `check_steps(...).as_dict()`. */
export function checkSteps(answer, numbers, target = null, rules = "classic", { syntax = "lenient" } = {}) {
  const puzzle = readPuzzle(numbers, target, rules, { anySize: true });
  const request = requestOf(puzzle, syntax);
  needNoFunctions(puzzle.rules);
  if (puzzle.rules.join) numbersCore.call("refuse_rules", "joined steps", puzzle.rules.name);
  if (typeof answer !== "string") return check(answer, puzzle.numbers, puzzle.target, puzzle.rules, { syntax });
  const hasDecimals = rowNamed("syntax", syntax, rows.syntaxes).flags[DECIMALS];
  return verdictIn(numbersCore.call("check_steps", ...request, hasDecimals ? "1" : "0", answer));
}

const DECIMALS = 2; // the place of its flag in a syntax

function requestOf({ numbers, target, rules }, syntax) {
  const handles = [syntax, "relaxed"].map((name) => answerSyntax(name, rules));
  return [...handles, coreRules(rules), numbers.join(" "), target];
}

function verdictIn([code, position, value, expression, message]) {
  const reason = rows.reasons[code];
  return { correct: reason === "correct", reason, value: value ? Fraction.from(value) : null, expression: expression || null, position: position ? Number(position) : null, message };
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
