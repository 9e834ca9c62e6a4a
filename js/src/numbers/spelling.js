// A puzzle in one string: numbers, then "-> target" or "= target", then "(rules)"; or JSON. The other spellings of
// Python's `read_spelling` are read: "[3, 6, 25] 952", "100, 10, 4 : 118", "krypto: 1 2 3 4 5",
// "Target: 98 | Numbers: [44 19 35]".

import { NotationError, quoted, represented, RuleError } from "../errors.js";
import { toAscii } from "./numbers.js";
import rows from "../rows.js";

const BLANKS = " \\t\\r\\n";
const OBJECT = new RegExp(`^[${BLANKS}]*\\{[${BLANKS}]*["}]`);
const ARROW = /(?:--?|==?)>/g;
const LABEL = new RegExp(`\\b(?:(numbers|nums|cards)|(target|goal)|(rules))\\b[${BLANKS}]*[:=]?`, "gi");
export const MORE_THAN_NUMBERS = /[\]=>(:]|\{\s*["}]|\b(?:numbers|nums|cards|target|goal)\b/i;
// Numbers in brackets, and the rest.
const LISTED = new RegExp(`^[${BLANKS}]*[(\\[]([^()\\[\\]]*)[)\\]]([^\\])][^]*)?$`);
const EDGES = (signs) => new RegExp(`^[${signs}]+|[${signs}]+$`, "g");

const countOf = (side) => side.replaceAll(",", " ").trim().split(/\s+/).filter(Boolean).length;

/** The numbers, the target and the rules of a string; null for a part that it does not have. */
export function readSpelling(given) {
  if (OBJECT.test(given)) return readObject(given);
  const text = toAscii(given);
  const colon = text.indexOf(":");
  const rules = text.slice(0, Math.max(colon, 0)).replace(EDGES(BLANKS), "");
  if (!Object.hasOwn(rows.rules, rules)) return readParts(text);
  const spelled = readParts(text.slice(colon + 1));
  if (spelled.rules !== null) throw new RuleError(`the rules are given twice: ${quoted(text)}`);
  return { ...spelled, rules };
}

/** The parts of a string that is not JSON and does not begin with the name of rules. */
function readParts(text) {
  const labels = [...text.matchAll(LABEL)];
  const before = labels.length ? text.slice(0, labels[0].index) : "";
  // Not an option of the rules.
  if (labels.length && before.split("(").length === before.split(")").length) return readLabels(text, labels);
  const listed = LISTED.exec(text);
  const question = listed ? (listed[2] ?? "") : text;
  const bracket = question.indexOf("(");
  let [puzzle, rules] = [question, null];
  if (bracket >= 0) {
    // The name of custom rules may contain anything, also brackets.
    const closing = question.lastIndexOf(")");
    if (closing < bracket || question.slice(closing + 1).trim()) {
      throw new NotationError("expected the rules in brackets at the end", text, text.indexOf("("));
    }
    [puzzle, rules] = [question.slice(0, bracket), question.slice(bracket + 1, closing)];
  }
  if (listed) {
    const target = puzzle.replace(ARROW, "=").replace(EDGES(`${BLANKS}:=,`), "");
    return { numbers: listed[1].trim() || "[]", target: target.trim() ? target : null, rules };
  }
  puzzle = puzzle.replace(ARROW, "=");
  const mark = puzzle.includes("=") ? "=" : ":";
  const place = puzzle.indexOf(mark);
  let [numbers, target] = place < 0 ? [puzzle, ""] : [puzzle.slice(0, place), puzzle.slice(place + 1)];
  const counts = [numbers, target].map(countOf);
  if (place >= 0 && counts[0] === 1 && counts[1] > 1) [numbers, target] = [target, numbers];
  else if (mark === ":" && counts[0] === 1 && counts[1] === 1) {
    throw new NotationError(`two single numbers; write ${represented(`${numbers.trim()} -> ${target.trim()}`)}`, text, numbers.length);
  }
  return { numbers, target: target.trim() ? target : null, rules };
}

/** The parts of "Target: 98 | Numbers: [44 19 35]", or of "44 19 35, target 98". */
function readLabels(text, labels) {
  const before = text.slice(0, labels[0].index).replace(EDGES(`${BLANKS}|;,`), "");
  const parts = before ? [before] : [];
  labels.forEach((label, at) => {
    const kind = label.slice(1).findIndex((group) => group !== undefined);
    if (kind === 0 && at === 0 && before && !/[0-9]/.test(before)) {
      throw new NotationError("expected a puzzle like '8 8 3 3 -> 24', not a sentence", text, 0);
    }
    if (parts[kind] !== undefined) throw new NotationError(`${represented(label[0].trim())} is repeated`, text, label.index);
    const end = labels[at + 1]?.index ?? text.length;
    parts[kind] = text.slice(label.index + label[0].length, end).replace(EDGES(`${BLANKS}|;,`), "");
  });
  if (!parts[0]) throw new NotationError("expected numbers, like 'Numbers: 3 8'", text, text.length);
  const spelled = readParts(parts[0]);
  return { numbers: spelled.numbers, target: parts[1] ?? spelled.target, rules: parts[2] ?? spelled.rules };
}

function readObject(text) {
  let fields;
  try {
    fields = JSON.parse(text);
  } catch {
    throw new NotationError("expected a JSON object", text, 0);
  }
  const numbers = fields.numbers ?? fields.nums ?? null;
  if (numbers === null) throw new NotationError('expected "numbers" in the object', text, 0);
  return { numbers, target: fields.target ?? null, rules: fields.rules ?? null };
}
