// Judges a typed answer in a copy without a server: numbers, results and target, by the rules.

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
  const { tree, claim, expression } = withClaim(answer);
  const wrong = wrongNumbers(numbersOf(tree).map(String), numbers.map(String), use);
  if (wrong) return verdict({ message: wrong });
  const value = valueOf(tree, (result) => refusedValue(values, result));
  if (claim !== null && !value.equals(claim)) return verdict({ message: `${expression} is ${value}, not ${claim}` });
  const distance = value.distance(Fraction.from(target));
  const correct = `${distance}` === "0";
  const message = correct ? `${answer} = ${target}` : `${answer} is ${value}, not ${target}`;
  return verdict({ correct, message, value: `${value}`, distance: `${distance}`, points: pointsFor(distance, scoring) });
}

/** The expression of an answer, its tree, and the whole number on the other side of =, or null. */
function withClaim(answer) {
  const sides = answer.split("=");
  const at = [...answer].indexOf("=");
  const [first, last] = sides.length === 2 ? sides.map(wholeNumber) : [null, null];
  if (last) return { tree: parsed(answer, { end: at }), claim: last, expression: sides[0].trim() };
  if (first) return { tree: parsed(answer, { start: at + 1 }), claim: first, expression: sides[1].trim() };
  return { tree: parsed(answer), claim: null, expression: answer };
}

const wholeNumber = (text) => (/^\s*[0-9]+\s*$/.test(text) ? new Fraction(BigInt(text.trim())) : null);

const MOST_LISTED = 12;

/** What is wrong with the numbers of an answer, or null: the sentences of puzzle/judge/number_sentences.py. */
function wrongNumbers(used, given, use) {
  const [times, there] = [countOfEach(used), countOfEach(given)];
  const strange = [...times.keys()].filter((number) => !there.has(number));
  const often = [...times].filter(([number, count]) => there.has(number) && there.get(number) < count);
  const unused = [...there].flatMap(([number, count]) => Array(Math.max(0, count - (times.get(number) ?? 0))).fill(number));
  const sentences = [
    ...sentence(strange, "is not one of the numbers", "are not among the numbers"),
    ...often.slice(0, MOST_LISTED).map(([number, count]) => `${number} is used ${timesOf(count)} but given ${timesOf(there.get(number))}`),
    ...(use === "all" ? sentence(unused, "is unused", "are unused") : []),
  ];
  return sentences.join("; ") || null;
}

/** How often each number is in a list, in the order of the list. */
function countOfEach(numbers) {
  const counts = new Map();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return counts;
}

function sentence(numbers, one, several) {
  const shown = numbers.length > MOST_LISTED ? [...numbers.slice(0, MOST_LISTED), "more"] : numbers;
  if (shown.length < 2) return shown.map((number) => `${number} ${one}`);
  return [`${shown.slice(0, -1).join(", ")} and ${shown.at(-1)} ${several}`];
}

const timesOf = (count) => ({ 1: "once", 2: "twice" })[count] ?? `${count} times`;

function pointsFor(distance, { points }) {
  const row = points.find(([most]) => !Fraction.from(most).isLess(distance));
  return row ? row[1] : 0;
}
