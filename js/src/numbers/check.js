// Judges an answer with the core, and says in words what is wrong: the same verdicts as Python's `check`.

import { LimitError, quoted, shortened } from "../errors.js";
import { expected, NEGATE, placeOf, subtreeStarts, termsOf, withoutSigns, write } from "./expression.js";
import { combined, Fraction } from "../fraction.js";
import { numberText } from "./numbers.js";
import { numbersCore } from "./core.js";
import rows from "../rows.js";
import { asItem, coreRules, readPuzzle, resultsSummary, scoringOf } from "./rules.js";
import { describeNumbers } from "./number_sentences.js";
import { answerSyntax } from "./syntax.js";

const LARGEST_PART = 2n ** 63n - 1n;
const MAX_JOINED = 16, JOINED_END = 10n ** 18n; // numbers to join in any order, and the end of joined numbers
const TOO_WIDE = rows.reasons.length; // the core's code for values beyond its 128 bits

/** Checks an answer and says why and where it is wrong: the same as Python's `check(...).as_dict()`. */
export function check(answer, numbers, target = null, rules = "classic", { syntax = "lenient" } = {}) {
  const puzzle = readPuzzle(numbers, target, rules, { anySize: true });
  const handle = answerSyntax(syntax, puzzle.rules);
  if (answer === null || answer === undefined) return verdict("no_answer", null, { message: "no answer found" });
  if (typeof answer !== "string") return verdict("malformed", null, { message: `an answer must be a string, not ${quoted(answer)}` });
  const parsed = new ParsedAnswer(answer, puzzle, handle);
  const [reason, position] = judged(parsed, puzzle, handle);
  return verdict(reason, position, explained(parsed, puzzle, reason, position, syntax));
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

const fits = ({ numerator, denominator }) => numerator <= LARGEST_PART && -numerator <= LARGEST_PART && denominator <= LARGEST_PART;

/** The reason and the position, from the core; numbers or values beyond its integers are judged here. */
function judged(parsed, puzzle, handle) {
  if (parsed.flaw) return [parsed.flaw, parsed.position];
  if ([...puzzle.numbers, puzzle.target].every(fits)) {
    const request = [coreRules(puzzle.rules), puzzle.numbers.join(" "), puzzle.target];
    const [code, position] = numbersCore.call("judge", handle, ...request, parsed.text).map(Number);
    if (code !== TOO_WIDE) return [rows.reasons[code], position ?? null];
  }
  const [reason, position] = judgedExactly(parsed.terms, puzzle);
  if (reason === "correct" && !parsed.claimHolds) return ["false_claim", parsed.claimPosition];
  return [reason, position];
}

/** The verdict on an expression with numbers of any size; the core decides all but the value. */
function judgedExactly(terms, { numbers, target, rules }) {
  if (rules.join && rules.order === "any" && numbers.length > MAX_JOINED) {
    throw new LimitError(`at most ${MAX_JOINED} numbers are joined in any order, not ${numbers.length}`, MAX_JOINED);
  }
  // Numbers that may be joined keep their digits; the ids of others are too long to be joined.
  const ids = new Map();
  const idOf = (number) => {
    if (number.isWhole && number.numerator >= 0n && number.numerator < JOINED_END) return number.numerator;
    return ids.get(`${number}`) ?? ids.set(`${number}`, JOINED_END + BigInt(ids.size)).get(`${number}`);
  };
  const given = numbers.map(idOf).join(" ");
  const lines = terms.map(({ token, position }) => `${typeof token === "string" ? token : idOf(token)} ${position}`);
  const [code, place] = numbersCore.call("structure", coreRules(rules), given, ...lines).map(Number);
  if (code !== undefined) return [rows.reasons[code], place ?? null];
  const values = [];
  for (const { token, position } of terms) {
    const result = applied(token, values);
    if (result === null) return ["division_by_zero", position];
    if (typeof token === "string" && !isAllowed(result, rules)) return ["forbidden_value", position];
    values.push(result);
  }
  return [values[0].equals(target) ? "correct" : "wrong_value", null];
}

/** Whether rules allow an intermediate result. */
export function isAllowed(result, rules) {
  const { least, whole } = rows.values[rules.values];
  const isLow = least !== null && result.compare(Fraction.from(least)) < 0;
  const isLarge = rules.largest !== null && [result, new Fraction(-result.numerator, result.denominator)].some((each) => each.compare(Fraction.from(rules.largest)) > 0);
  return !isLow && !isLarge && (!whole || result.isWhole);
}

/** The value of a number, or of an operation on the last values, which are removed. */
function applied(token, values) {
  if (typeof token !== "string") return token;
  const right = values.pop();
  return token === NEGATE ? new Fraction(-right.numerator, right.denominator) : combined(values.pop(), token, right);
}

function valueOfTerms(terms) {
  const values = [];
  for (const { token } of terms) {
    const result = applied(token, values);
    if (result === null) return null;
    values.push(result);
  }
  return values[0];
}

/** An answer as the core reads it; the target decides which side of = is the claim. */
class ParsedAnswer {
  constructor(text, puzzle, handle) {
    this.text = text;
    const needsForms = puzzle.numbers.some((number) => number.numerator < 0n || !number.isWhole);
    const [flaw, first, second, ...lines] = numbersCore.call("read", handle, needsForms ? "1" : "0", text);
    this.flaw = flaw;
    if (flaw) {
      [this.position, this.expected] = [Number(first), lines.join("\n")];
      return;
    }
    const betweenCount = Number(lines[0]);
    const all = termsOf(lines.slice(1 + betweenCount));
    const part = (side) => {
      const [start, end, isLiteral, hasSign, position] = side.split(" ").map(Number);
      return { terms: all.slice(start, end), isLiteral: Boolean(isLiteral), hasSign: Boolean(hasSign), position };
    };
    const sides = [first, second].filter(Boolean).map(part);
    const between = lines.slice(1, 1 + betweenCount).map(part);
    this.claim = this.claimPosition = null;
    this.claimHolds = true;
    if (sides.length < 2) {
      this.terms = all;
      return;
    }
    const claiming = claimingSide(sides, puzzle.target);
    const isTarget = ({ terms }) => valueOfTerms(terms)?.equals(puzzle.target) ?? false;
    // The claimed number, or the first part of a chain before it that is not the target.
    const claimed = [...between, sides[claiming]].find((each) => !isTarget(each)) ?? sides[claiming];
    this.terms = sides[1 - claiming].terms;
    this.claim = valueOfTerms(claimed.terms);
    this.claimPosition = claimed.position;
    this.claimHolds = isTarget(claimed);
  }

  get value() {
    return valueOfTerms(this.terms);
  }

  get expression() {
    return write(withoutSigns(this.terms.map(({ token }) => token)));
  }
}

/** The side that is the claim: the right one, unless only the left one can be the target. */
function claimingSide(sides, target) {
  const facts = sides.map(({ terms, isLiteral, hasSign }) => {
    const numbers = terms.map(({ token }) => token).filter((token) => typeof token !== "string");
    const isLowest = numbers.length === 1 || numbers[1]?.equals(new Fraction(target.denominator));
    const isTarget = isLiteral && isLowest && valueOfTerms(terms)?.equals(target);
    return [isLiteral, hasSign, isTarget].map((fact) => (fact ? "1" : "0")).join(" ");
  });
  return numbersCore.call("claim", ...facts)[0] === "1" ? 0 : 1;
}

/** The value, the expression and the message of a verdict. */
function explained(parsed, puzzle, reason, position, syntax) {
  if (parsed.flaw) {
    const letter = [...parsed.text][position];
    const isTimes = reason === "unknown_symbol" && (letter === "x" || letter === "X");
    const isRelaxed = isTimes && !new ParsedAnswer(parsed.text, puzzle, answerSyntax("relaxed", puzzle.rules)).flaw;
    const remedy = isRelaxed ? "; the syntax 'relaxed' accepts x" : "";
    return { message: `${expected(parsed.expected, parsed.text, position).message}${remedy}` };
  }
  const { value, expression } = parsed;
  return { value, expression, message: messageOf(parsed, puzzle, reason, position, value, expression) };
}

function messageOf(parsed, { numbers, target, rules }, reason, position, value, expression) {
  const shownTarget = valueText(target);
  if (reason === "correct") return `${shortened(expression)} = ${shownTarget}`;
  if (reason === "wrong_value") return `${shortened(expression)} is ${valueText(value)}, not ${shownTarget}`;
  if (reason === "false_claim" && parsed.claim === null) return `division by zero ${placeOf(parsed.text, position)}: ${quoted(parsed.text)}`;
  if (reason === "false_claim") return `${shortened(expression)} is ${shownTarget}, not ${valueText(parsed.claim)}`;
  if (reason === "wrong_numbers") {
    const used = parsed.terms.map(({ token }) => token).filter((token) => typeof token !== "string");
    return describeNumbers(used.map(numberText), numbers.map(numberText), { needsAll: rules.use === "all", join: rules.join });
  }
  if (reason === "forbidden_value") {
    const last = parsed.terms.findIndex(({ token, position: place }) => typeof token === "string" && place === position);
    const start = subtreeStarts(parsed.terms.map(({ token }) => token))[last];
    const made = valueText(valueOfTerms(parsed.terms.slice(start, last + 1)));
    return forbiddenValue(made, rules);
  }
  const problem = {
    malformed: `forbidden grouping (the rules have '${rules.grouping}')`,
    forbidden_operator: forbiddenOperator(rules),
    division_by_zero: "division by zero",
  }[reason];
  return `${problem} ${placeOf(parsed.text, position ?? 0)}: ${quoted(parsed.text)}`;
}

export const forbiddenValue = (made, rules) => `${made} is not allowed: every intermediate result must be ${resultsSummary(rules)}`;
export const forbiddenOperator = (rules) => `forbidden operator (the rules allow ${[...rules.operators].join(" ")})`;
export const valueText = (value) => (value === null ? "None" : shortened(numberText(value)));

