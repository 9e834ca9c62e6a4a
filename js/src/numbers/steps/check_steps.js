// Judges answers in steps: the same verdicts as Python's `check_steps`.

import { quoted, RuleError, shortened } from "../../errors.js";
import { combined, Fraction } from "../../fraction.js";
import { rowNamed } from "../../options.js";
import tables from "../../rows.js";
import { check, describeNumbers, forbiddenOperator, forbiddenValue, isAllowed, valueText, verdict } from "../check.js";
import { placeOf, write } from "../expression.js";
import { MAX_DIGITS, numberText } from "../numbers.js";
import { coreRules, readPuzzle } from "../rules.js";
import { ANSWER, isOperand, OTHER, readStepLines, trimmed } from "./step_lines.js";
import rows from "./step_rows.js";

const DECIMALS = 2; // the place of its flag in a syntax

/** Checks a list of steps and says why and where it is wrong: the same as Python's `check_steps(...).as_dict()`. */
export function checkSteps(given, numbers, target = null, rules = "classic", { syntax = "lenient" } = {}) {
  const puzzle = readPuzzle(numbers, target, rules, { anySize: true });
  coreRules(puzzle.rules); // refuses functions such as powers
  if (puzzle.rules.join) throw new RuleError(`steps cannot join numbers as ${quoted(puzzle.rules.name)} allows; check an expression`);
  const decimals = rowNamed("syntax", syntax, tables.syntaxes).flags[DECIMALS];
  const judged = (text) => check(text, puzzle.numbers, puzzle.target, puzzle.rules, { syntax });
  if (typeof given !== "string") return judged(given);
  const size = characterCount(given);
  if (size > rows.most_characters) return flawVerdict(["too_long", given.length, `expected up to ${rows.most_characters} characters`], given);
  const left = new NumbersLeft(puzzle, decimals);
  const { answer, skipped, flaw } = left.takeAll(given);
  let found = flaw ? flawVerdict(flaw, given) : left.verdict(puzzle.target);
  if (found.correct && answer) {
    const start = answer.match.index + answer.match[0].length;
    found = judged(given.slice(start, answer.end));
    if (found.position !== null) found = { ...found, position: found.position + characterCount(given.slice(0, start)) };
  }
  if (!skipped) return found;
  const lines = skipped === 1 ? "1 line that is not a step" : `${skipped} lines that are not steps`;
  return { ...found, message: `${found.message} (skipped ${lines})` };
}

const characterCount = (text) => [...text].length;

function flawVerdict([reason, place, what], text) {
  const position = characterCount(text.slice(0, place));
  return verdict(reason, position, { message: `${what} ${placeOf(text, position)}: ${quoted(text)}` });
}

/** A reading of a line: split at one operator. `8/3/3 = 8/9` has two readings. */
function readingOf(match, position, text, decimals) {
  const [first, last] = match.indices.groups.operation;
  const operator = rows.operators[text[position]];
  const left = valueIn(text.slice(first, position)), right = valueIn(text.slice(position + 1, last));
  const { result, left_source: leftSource, right_source: rightSource, left: named } = match.groups;
  return {
    match,
    position,
    operator,
    left,
    right,
    result: combined(left, operator, right),
    claim: result === rows.undefined ? null : valueIn(result),
    sources: leftSource === undefined ? null : [leftSource, rightSource].map(sourceIn),
    leftLists: named === undefined ? null : leftLists(named, decimals),
  };
}

const sourceIn = (name) => Number(trimmed(name.replace("step", "")).replace("number", "0"));

/** The value of an operand or a result: `8/3`, `(8/3)`, `1,000` or `2.5`. */
function valueIn(text) {
  const plain = text.replace(/[ \t\r\n(),]/g, "");
  const [whole, decimals = ""] = plain.split(".");
  return plain.includes(".") ? new Fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length)) : Fraction.from(plain);
}

/** The possible meanings of `(left: ...)`: `6,400` may be one number or two. */
function leftLists(named, decimals) {
  const lists = [];
  for (const separator of [/[ \t\r\n,]+/, /[ \t\r\n]+|,(?![0-9]{3}(?![0-9]))[ \t\r\n]*/]) {
    const words = named.split(separator).filter(Boolean);
    if (words.every((word) => isOperand(word, decimals))) lists.push(spelling(words.map(valueIn)));
  }
  return lists;
}

/** The same string for the same values in any order. */
const spelling = (values) => values.map(String).sort().join(" ");

/** The numbers that are left after each step, with the expressions that made them. */
class NumbersLeft {
  constructor({ numbers, rules }, decimals) {
    Object.assign(this, { numbers, rules, decimals, steps: 0, last: numbers.at(-1), used: [], made: [] });
    // For each value, pairs of the step that made it, 0 for a number of the puzzle, and its expression.
    this.trees = new Map();
    for (const number of numbers) this.add(number, 0, [number]);
  }

  add(value, step, tree) {
    const key = `${value}`;
    if (!this.trees.has(key)) this.trees.set(key, []);
    this.trees.get(key).push([step, tree]);
  }

  treesOf(value) {
    return this.trees.get(`${value}`) ?? [];
  }

  /** The values that are left. */
  values() {
    return [...this.trees].flatMap(([value, trees]) => trees.map(() => value));
  }

  has({ left, right }) {
    return this.treesOf(left).length > (left.equals(right) ? 1 : 0) && this.treesOf(right).length > 0;
  }

  /** Applies all steps; the line with the answer, how many lines were skipped, and what is wrong. */
  takeAll(given) {
    const { text, lines } = readStepLines(given, this.decimals);
    let answer = null, skipped = 0;
    for (const line of lines) {
      if (line.kind === OTHER) {
        skipped += 1;
        continue;
      }
      if (answer) return { answer, skipped, flaw: ["malformed", line.start, "the line with the answer must be the last one"] };
      if (line.kind === ANSWER) answer = line;
      else {
        const flaw = this.take(line, text);
        if (flaw) return { answer, skipped, flaw };
      }
    }
    const hasNone = !this.steps && (!answer || this.numbers.length > 1);
    return { answer, skipped, flaw: hasNone ? ["malformed", answer ? 0 : given.length, `expected ${rows.a_step}`] : null };
  }

  /** Applies a step; what is wrong with it, or null. */
  take({ match, start }, text) {
    if (!match) return ["unreadable", start, `expected ${rows.a_step}`];
    const digits = match[0].replaceAll(",", "").match(/[0-9]+/g);
    if (digits.some((each) => each.length > MAX_DIGITS)) return ["too_long", start, `expected numbers with up to ${MAX_DIGITS} digits`];
    const readings = this.cuts(match, text).map((cut) => readingOf(match, cut, text, this.decimals));
    const step = readings.reduce((best, each) => (this.fitness(each) > this.fitness(best) ? each : best));
    const flaw = this.flaw(step);
    if (flaw) return flaw;
    const [leftSource, rightSource] = step.sources ?? [null, null];
    const right = this.remove(step.right, rightSource);
    const left = this.remove(step.left, leftSource);
    this.steps += 1;
    this.used.push(step.left, step.right);
    this.last = step.claim;
    this.made.push(step.claim);
    this.add(step.claim, this.steps, [...left, ...right, step.operator]);
    return null;
  }

  /** The positions of the operators with a value on both sides. */
  cuts(match, text) {
    const [first, last] = match.indices.groups.operation;
    const places = Array.from({ length: last - first }, (_, at) => first + at).filter((place) => Object.hasOwn(rows.operators, text[place]));
    const areValues = (place) => [text.slice(first, place), text.slice(place + 1, last)].every((side) => isOperand(trimmed(side), this.decimals));
    return places.filter(areValues);
  }

  /** How well a reading of a line fits; the best reading is used. */
  fitness(step) {
    const facts = [this.has(step), isSame(step.result, step.claim), this.isLeft(step) && this.hasSources(step)];
    return facts.reduce((sum, fact) => 2 * sum + Number(fact), 0);
  }

  /** Whether `(from: ...)` is missing or names unused steps that made the numbers. */
  hasSources({ sources, left, right }) {
    if (!sources) return true;
    const named = [[left, sources[0]], [right, sources[1]]];
    return named.every(([number, source]) => {
      const times = named.filter(([other, from]) => other.equals(number) && from === source).length;
      return this.treesOf(number).filter(([made]) => made === source).length >= times;
    });
  }

  /** Whether `(left: ...)` is missing or lists exactly the numbers that are left. */
  isLeft({ leftLists: lists, claim, left, right }) {
    if (!lists) return true;
    if (claim === null) return false;
    const after = this.values();
    for (const number of [left, right]) {
      const place = after.indexOf(`${number}`);
      if (place >= 0) after.splice(place, 1);
    }
    return lists.includes(spelling([...after, claim]));
  }

  /** What is wrong with a step, or null if it is right. */
  flaw(step) {
    const place = (name) => step.match.indices.groups[name][0];
    if (!this.rules.operators.includes(step.operator)) return ["forbidden_operator", step.position, forbiddenOperator(this.rules)];
    if (!this.has(step)) return ["wrong_numbers", place("operation"), this.describeUse([step.left, step.right], false)];
    if (step.result === null) return ["division_by_zero", step.position, "division by zero"];
    const shown = valueText(step.result);
    if (!isSame(step.result, step.claim)) return ["false_claim", place("result"), `the result is ${shown}`];
    if (!isAllowed(step.result, this.rules)) return ["forbidden_value", place("result"), forbiddenValue(shown, this.rules)];
    if (!this.hasSources(step)) return ["malformed", place("left_source"), "(from: ...) must name steps and numbers with these values that are not used yet"];
    return this.isLeft(step) ? null : ["malformed", place("left"), "(left: ...) must list all numbers that are left"];
  }

  /** Removes a number, made by the step `source` if that is known; its expression. */
  remove(number, source) {
    const trees = this.treesOf(number);
    const place = trees.findLastIndex(([made]) => source === null || made === source);
    return trees.splice(place, 1)[0][1];
  }

  /** What is wrong with the numbers that the steps use, `numbers` being the last. */
  describeUse(numbers, needsAll) {
    const [used, given, made] = [[...this.used, ...numbers], this.numbers, this.made].map((values) => values.map(numberText));
    return describeNumbers(used, given, { needsAll, made });
  }

  /** The verdict after the last step. */
  verdict(target) {
    const { last: value } = this;
    const expression = write(this.treesOf(value).at(-1)[1]);
    const isOver = this.values().length === 1;
    if (!isOver && this.rules.use === "all") return verdict("wrong_numbers", null, { value, expression, message: this.describeUse([value], true) });
    if (!value.equals(target)) return verdict("wrong_value", null, { value, expression, message: `the steps make ${valueText(value)}, not ${valueText(target)}` });
    return verdict("correct", null, { value, expression, message: `${shortened(expression)} = ${valueText(target)}` });
  }
}

const isSame = (one, other) => (one === null || other === null ? one === other : one.equals(other));
