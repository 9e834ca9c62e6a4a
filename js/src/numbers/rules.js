// The rules of games and their decks, by name or custom: rows of the shared tables.

import { NotationError, quoted, RuleError } from "../errors.js";
import { Fraction } from "../fraction.js";
import { MAX_NUMBERS, parseNumber, parseNumbers } from "./numbers.js";
import { oneOf, rowNamed, wholeNumber } from "../options.js";
import rows from "../rows.js";

export const RULES = rows.rules;
const SYMBOLS = rows.operations.map(([symbol]) => symbol).join("");
const FORTH_NUMBERS = 4;

/** The row of that name; an object with the same fields is checked, and may lack fields. */
export function rulesNamed(rules) {
  if (typeof rules !== "object" || rules === null) return rowNamed("rules", rules, RULES);
  if (Object.values(RULES).includes(rules) || CHECKED.has(rules)) return rules;
  const { name, operators = SYMBOLS, use = "all", order = "any", grouping = "any", values = "rational" } = rules;
  const { size = null, target = 24, deck = "playing-cards", scoring = "exact", summary = "" } = rules;
  if (typeof name !== "string" || !name) throw new RuleError(`name must be a string, not ${quoted(name)}`);
  if (typeof operators !== "string" || !operators || [...operators].some((each) => !SYMBOLS.includes(each))) {
    throw new RuleError(`operators must be one or more of ${SYMBOLS}, not ${quoted(operators)}`);
  }
  const made = Object.freeze({
    name,
    operators: [...SYMBOLS].filter((symbol) => operators.includes(symbol)).join(""),
    use: oneOf("use", use, rows.uses),
    order: oneOf("order", order, rows.orders),
    grouping: oneOf("grouping", grouping, rows.groupings),
    values: oneOf("values", values, Object.keys(rows.values)),
    size: checkedSize(size, grouping),
    target: wholeNumber("target", target, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    deck: oneOf("deck", deck, Object.keys(rows.decks)),
    scoring: oneOf("scoring", scoring, Object.keys(rows.scorings)),
    summary,
  });
  CHECKED.add(made);
  return made;
}

const CHECKED = new WeakSet();

function checkedSize(size, grouping) {
  if (grouping === "forth" && size !== FORTH_NUMBERS) throw new RuleError(`\`grouping='forth'\` needs \`size=4\`, not ${quoted(size)}`);
  return size === null ? null : wholeNumber("size", size, 1, MAX_NUMBERS);
}

/** The rules with other fields, under the same name. */
export const changed = (rules, fields) => rulesNamed({ ...rules, ...fields });

/** The rules as the core takes them. */
export const coreRules = ({ operators, use, order, grouping, values }) => [operators, use, order, grouping, values].join(" ");

export const deckOf = (rules) => rows.decks[rules.deck];
export const scoringOf = (rules) => rows.scorings[rules.scoring];

/** The name of a row; custom rules are their fields. */
export const asItem = (rules) => (RULES[rules.name] === rules ? rules.name : rules);

/** The exact numbers, the target and the rules; a string may have all of them: "6 6 5 2 = 17 (forth)". */
export function readPuzzle(numbers, target, rules, options) {
  let [found, wanted, used] = [numbers, target ?? null, rules];
  if (typeof numbers === "string" && /[=>(]|\{\s*["}]/.test(numbers)) {
    const spelled = readSpelling(numbers);
    if (wanted !== null && spelled.target !== null) {
      throw new RuleError(`the target is given twice: ${quoted(numbers)} and ${quoted(String(wanted))}`);
    }
    found = spelled.numbers;
    if (spelled.rules !== null && spelled.rules !== rulesNamed(rules).name) used = spelled.rules;
    wanted ??= spelled.target;
  }
  const exactRules = rulesNamed(used);
  const exactTarget = wanted === null ? new Fraction(BigInt(exactRules.target)) : parseNumber(wanted, options);
  return { numbers: parseNumbers(found, options), target: exactTarget, rules: exactRules };
}

function readSpelling(text) {
  if (/^[ \t\r\n]*\{[ \t\r\n]*["}]/.test(text)) return readObject(text);
  const inside = text.trim();
  const question = inside.startsWith("(") && inside.endsWith(")") ? inside.slice(1, -1) : text;
  const bracket = question.indexOf("(");
  let [puzzle, name] = [question, null];
  if (bracket >= 0) {
    const closing = question.lastIndexOf(")");
    if (closing < bracket || question.slice(closing + 1).trim()) {
      throw new NotationError("expected the rules in brackets at the end", question, bracket);
    }
    [puzzle, name] = [question.slice(0, bracket), question.slice(bracket + 1, closing)];
  }
  const [numbers, ...rest] = puzzle.replaceAll("->", "=").split("=");
  const target = rest.join("=");
  return { numbers, target: target.trim() ? target : null, rules: name };
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
