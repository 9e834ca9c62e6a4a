// Reads a typed answer: whole numbers, the four operations and brackets, with exact values.

import { combined, Fraction } from "./fraction.js";

const LEVELS = ["+-", "*/"]; // of operations, those that bind less first
const SAME = { "×": "*", "·": "*", "÷": "/", ":": "/", "−": "-" };

/** What is wrong with an expression, and where; the place counts from 0. */
export class ExpressionError extends Error {
  constructor(message, position) {
    super(message);
    this.position = position;
  }
}

/** The tree of a part of a string: `{number}`, or `{left, sign, right, at}`; `end` is where an = is. */
export function parsed(text, { start = 0, end = undefined } = {}) {
  const reader = new Reader(text, start);
  const tree = reader.level(0);
  if (end === undefined ? reader.next !== undefined : reader.at !== end) throw reader.expected("an operator");
  return tree;
}

class Reader {
  constructor(text, start) {
    this.characters = [...text].map((each) => SAME[each] ?? each);
    this.at = start;
  }

  /** The next character that is not a space; undefined at the end. */
  get next() {
    while (/^\s$/.test(this.characters[this.at] ?? "")) this.at += 1;
    return this.characters[this.at];
  }

  level(depth) {
    if (depth === LEVELS.length) return this.operand();
    let left = this.level(depth + 1);
    while (this.next !== undefined && LEVELS[depth].includes(this.next)) {
      const [sign, at] = [this.next, this.at];
      this.at += 1;
      left = { left, sign, right: this.level(depth + 1), at };
    }
    return left;
  }

  operand() {
    if (this.next === "(") return this.bracket();
    let digits = "";
    if (this.next !== undefined) while (/^[0-9]$/.test(this.characters[this.at] ?? "")) digits += this.characters[this.at++];
    if (!digits) throw this.expected("a number or an opening bracket");
    return { number: BigInt(digits) };
  }

  bracket() {
    this.at += 1;
    const inside = this.level(0);
    if (this.next !== ")") throw this.expected(") or an operator");
    this.at += 1;
    return inside;
  }

  expected(what) {
    const isEnd = this.next === undefined;
    return new ExpressionError(`expected ${what} at ${isEnd ? "the end" : `position ${this.at}`}`, this.at);
  }
}

/** The numbers of a tree, from left to right. */
export function numbersOf(tree) {
  return tree.sign ? [...numbersOf(tree.left), ...numbersOf(tree.right)] : [tree.number];
}

/** The value of a tree; `refused(value)` returns why a result is not allowed, or null. */
export function valueOf(tree, refused) {
  if (!tree.sign) return new Fraction(tree.number);
  const value = combined(valueOf(tree.left, refused), tree.sign, valueOf(tree.right, refused));
  if (value === null) throw new ExpressionError(`division by zero at position ${tree.at}`, tree.at);
  const reason = refused(value);
  if (reason) throw new ExpressionError(`these rules allow ${reason}: ${value} at position ${tree.at}`, tree.at);
  return value;
}
