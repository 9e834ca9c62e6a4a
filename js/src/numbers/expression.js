// Expressions as postfix: their values, steps and notations. An item is a Fraction or the symbol of an operation.

import { LimitError } from "../errors.js";
import { combined, Fraction } from "../fraction.js";
import { MAX_DIGITS, numberText } from "./numbers.js";
import { rowNamed } from "../options.js";
import rows from "../rows.js";

export const NOTATIONS = rows.notations;
const PRECEDENCE = Object.fromEntries(rows.operations.map(([symbol, , precedence]) => [symbol, precedence]));
const SYMBOLS = rows.operations.map(([symbol]) => symbol);
const TIGHTEST = 9; // binds tighter than every operation

const isSymbol = (token) => typeof token === "string";

/** For each token, where its subtree starts. */
function subtreeStarts(tokens) {
  const starts = [];
  tokens.forEach((token, place) => {
    if (!isSymbol(token)) starts.push(place);
    else starts.push(starts[starts[place - 1] - 1]);
  });
  return starts;
}

/** The result of each operation; null for a division by zero, and for every operation on that. */
export function results(postfix) {
  const found = [], values = [];
  for (const token of postfix) {
    if (!isSymbol(token)) {
      values.push(token);
      continue;
    }
    const right = values.pop();
    values.push(combined(values.pop(), token, right));
    found.push(values.at(-1));
  }
  return found;
}

/** The exact value, or null for a division by zero. */
export const valueOf = (postfix) => (postfix.length > 1 ? results(postfix).at(-1) : postfix[0]);

/** The operations with their results, one per line; a number alone is one line. */
export function steps(postfix) {
  const lines = [], operands = [], unused = new Map();
  const key = (value) => (value === null ? "undefined" : `${value}`);
  const last = (value, back) => (unused.get(key(value)) ?? []).at(-1 - back) ?? 0;
  const take = (value, step) => step && unused.get(key(value)).splice(unused.get(key(value)).indexOf(step), 1);
  for (const token of postfix) {
    if (!isSymbol(token)) {
      operands.push([token, 0]);
      continue;
    }
    const [right, rightStep] = operands.pop(), [left, leftStep] = operands.pop();
    const usualRight = last(right, 0);
    const usualLeft = last(left, key(left) === key(right) && usualRight ? 1 : 0); // of two equal results the later is on the right
    const isUsual = leftStep === usualLeft && rightStep === usualRight;
    const named = [leftStep, rightStep].map((step) => (step ? `step ${step}` : "number")).join(", ");
    take(right, rightStep);
    take(left, leftStep);
    const result = combined(left, token, right);
    lines.push(`${operand(left)} ${token} ${operand(right)} = ${printed(result)}${isUsual ? "" : ` (from: ${named})`}`);
    if (!unused.has(key(result))) unused.set(key(result), []);
    unused.get(key(result)).push(lines.length);
    operands.push([result, lines.length]);
  }
  return lines.length ? lines : [printed(operands[0][0])];
}

const operand = (value) => (value === null || value.isWhole ? printed(value) : `(${printed(value)})`);

function printed(value) {
  if (value === null) return "undefined";
  const text = numberText(value);
  if (text.startsWith("a ")) throw new LimitError(`a result has more than ${MAX_DIGITS} digits`, MAX_DIGITS);
  return text;
}

/** An expression in the notation of that name. */
export function write(postfix, notation = "infix") {
  const row = rowNamed("notation", notation, NOTATIONS);
  return row.is_tree ? writeTree(postfix, row) : steps(postfix).join("\n");
}

function frameOf(row, symbol) {
  const template = symbol === "/" && row.division ? row.division : row.frame;
  const written = template.replace("$operator", () => row.operators[SYMBOLS.indexOf(symbol)]);
  const [before, rest] = written.split("$left");
  const [between, after] = rest.split("$right");
  if (before || after) return { before, between, after, binds: TIGHTEST, needs: 0 };
  if (row.brackets_all) return { before, between, after, binds: 0, needs: 1 };
  const precedence = row.arrangement === "infix" ? PRECEDENCE[symbol] : 1;
  return { before, between, after, binds: precedence, needs: precedence };
}

function writeTree(postfix, row) {
  const starts = subtreeStarts(postfix);
  const frames = Object.fromEntries(SYMBOLS.map((symbol) => [symbol, frameOf(row, symbol)]));
  const binding = (node) => (isSymbol(postfix[node]) ? frames[postfix[node]].binds : TIGHTEST);
  const [opening, closing] = row.brackets;
  const pieces = [], todo = [postfix.length - 1];
  while (todo.length) {
    const item = todo.pop();
    if (isSymbol(item)) {
      pieces.push(item);
    } else if (!isSymbol(postfix[item])) {
      pieces.push(numberIn(row.numbers, postfix[item]));
    } else {
      const { before, between, after, needs } = frames[postfix[item]];
      const right = item - 1, left = starts[item - 1] - 1;
      const leftParts = binding(left) < needs ? [opening, left, closing] : [left];
      const rightParts = binding(right) <= needs ? [opening, right, closing] : [right];
      todo.push(...[before, ...leftParts, between, ...rightParts, after].reverse());
    }
  }
  return pieces.join("");
}

function numberIn(form, number) {
  const text = `${number}`;
  if (form.is_optional && /^[0-9]+$/.test(text)) return text;
  return form.before + text.replaceAll("-", form.minus).replaceAll("/", form.bar) + form.after;
}

/** The expression in a notation, its value and its steps: the same JSON as in Python. */
export function described(postfix, notation = "infix") {
  return { expression: write(postfix, notation), value: valueOf(postfix), steps: steps(postfix) };
}

/** Postfix from what the core has read: a line with a token and a position for each term. */
export function termsOf(lines) {
  return lines.map((line) => {
    const [token, position] = line.split(" ");
    const isOperation = PRECEDENCE[token] !== undefined;
    return { token: isOperation ? token : Fraction.from(token), position: Number(position) };
  });
}

/** A position in words. */
export const placeOf = (text, position) => (position >= [...text].length ? "at the end" : `at position ${position}`);

