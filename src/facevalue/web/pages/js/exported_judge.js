// Judges a typed answer in a copy without a server: numbers, results and target, as the rules ask.

import { ExpressionError, numbersOf, parsed, valueOf } from "./expression.js";
import { Fraction } from "./fraction.js";
import { refusedValue } from "./table.js";

/** The verdict on an answer to a puzzle under a row of the rules, as the API has it. */
export function verdictOn(answer, puzzle, rules) {
  try {
    return judged(answer, puzzle, rules);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return verdict({ message: error.message, position: error.position });
  }
}

const verdict = (found) => ({ correct: false, value: null, distance: null, points: null, position: null, ...found });

function judged(answer, { numbers, target }, { use, values, scoring }) {
  const { tree, claim } = withClaim(answer);
  const wrong = wrongNumbers(numbersOf(tree).map(String), numbers.map(String), use);
  if (wrong) return verdict({ message: wrong });
  const value = valueOf(tree, (result) => refusedValue(values, result));
  if (claim !== null && !value.equals(claim)) return verdict({ message: `expected the claim ${value}: ${claim} is claimed` });
  const distance = value.distance(Fraction.from(target));
  const correct = `${distance}` === "0";
  const message = correct ? `${answer} = ${target}` : `expected ${target}: ${answer} makes ${value}`;
  return verdict({ correct, message, value: `${value}`, distance: `${distance}`, points: pointsFor(distance, scoring) });
}

/** The tree of an answer, and the whole number that it claims on the other side of =; null if none. */
function withClaim(answer) {
  const sides = answer.split("=");
  const at = [...answer].indexOf("=");
  const [first, last] = sides.length === 2 ? sides.map(wholeNumber) : [null, null];
  if (last) return { tree: parsed(answer, { end: at }), claim: last };
  if (first) return { tree: parsed(answer, { start: at + 1 }), claim: first };
  return { tree: parsed(answer), claim: null };
}

const wholeNumber = (text) => (/^\s*[0-9]+\s*$/.test(text) ? new Fraction(BigInt(text.trim())) : null);

/** Which numbers are missing or left over, as a sentence; null if they are as they should be. */
function wrongNumbers(used, given, use) {
  const left = [...given];
  const over = used.filter((number) => !taken(left, number));
  const missing = use === "all" ? left : [];
  if (!over.length && !missing.length) return null;
  const parts = [missing.length ? `${missing.join(" ")} missing` : "", over.length ? `${over.join(" ")} left over` : ""];
  const often = use === "all" ? "every number exactly once" : "each at most once";
  return `expected the numbers ${given.join(" ")}, ${often}: ${parts.filter(Boolean).join(", ")}`;
}

/** Takes a number out of a list; false if it is not there. */
function taken(list, number) {
  const at = list.indexOf(number);
  if (at < 0) return false;
  list.splice(at, 1);
  return true;
}

function pointsFor(distance, { points }) {
  const row = points.find(([most]) => !Fraction.from(most).isLess(distance));
  return row ? row[1] : 0;
}
