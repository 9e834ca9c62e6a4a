// Finds the steps in an answer: the same as facevalue/puzzle/judge/step_reader.py, whose patterns this uses.

import rows from "./step_rows.js";

export const STEP = "step";
export const ANSWER = "answer";
export const UNREADABLE = "unreadable";
export const OTHER = "other";
const BLANKS = /^[ \t\r\n]+|[ \t\r\n]+$/g;
const SIGN = new RegExp(`[${Object.keys(rows.signs).join("")}]`, "gu");

const compiled = new Map();

/** The pattern of that name with these flags; the search begins at a position, and the string ends at another one. */
export function pattern(name, flags, source = rows.patterns[name]) {
  const key = `${name} ${flags}`;
  if (!compiled.has(key)) compiled.set(key, new RegExp(source, flags));
  return compiled.get(key);
}

function matchAt(name, text, start, end, { isWhole = false } = {}) {
  const found = pattern(`${name}${isWhole ? " whole" : ""}`, "udy", isWhole ? `(?:${rows.patterns[name]})$` : rows.patterns[name]);
  found.lastIndex = start;
  return found.exec(text.slice(0, end));
}

function* matches(name, text, start, end, source) {
  const found = pattern(name, "udg", source);
  found.lastIndex = start;
  yield* text.slice(0, end).matchAll(found);
}

export const isBlank = (text) => trimmed(text) === "";
export const trimmed = (text) => text.replace(BLANKS, "");
export const isOperand = (text, decimals) => matchAt(decimals ? "decimal_operand" : "operand", text, 0, text.length, { isWhole: true }) !== null;

/** The lines of an answer that are not empty, `{kind, start, end, match}`, and the text with plain signs that positions refer to. */
export function readStepLines(given, decimals) {
  const text = given.replace(SIGN, (sign) => rows.signs[sign]);
  return { text, lines: linesOf(text, decimals) };
}

function* linesOf(text, decimals) {
  let begin = 0;
  const list = text.includes("[") ? [...matches("list", text, 0, text.length)].at(-1) : undefined;
  if (list) {
    begin = list.index + list[0].length;
    for (const line of matches("line", text, 0, list.index, "[^\\n]+")) yield { kind: OTHER, start: line.index, end: line.index + line[0].length };
    for (const quoted of matches("quoted", text, ...list.indices.groups.items)) yield readPart(text, quoted.index + 1, quoted.index + quoted[0].length - 1, decimals);
  }
  for (const line of matches("line", text, begin, text.length, "[^\\n]+")) {
    let start = line.index;
    const lineEnd = line.index + line[0].length;
    for (const cut of matches("separator", text, start, lineEnd)) {
      if (!isBlank(text.slice(start, cut.index))) {
        const answer = matchAt("answer", text, start, lineEnd);
        if (answer) {
          yield { kind: ANSWER, start, end: lineEnd, match: answer }; // the rest of the line, including separators
          break;
        }
        yield readPart(text, start, cut.index, decimals);
      }
      start = cut.index + cut[0].length;
    }
  }
}

function readPart(text, start, end, decimals) {
  const match = matchAt(decimals ? "decimal_step" : "step", text, start, end, { isWhole: true });
  if (match) return { kind: STEP, start, end, match };
  return { kind: looksLikeStep(text.slice(start, end)) ? UNREADABLE : OTHER, start, end };
}

/** Whether a part that is not a step may contain one. */
function looksLikeStep(part) {
  if (pattern("operation", "u").test(part)) return true;
  const [left, ...rest] = part.split("=");
  return rest.length > 0 && /[0-9]/.test(left) && matchAt("only_numbers", left, 0, left.length, { isWhole: true }) === null;
}
