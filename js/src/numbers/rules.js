// The rules of games and their decks, by name or custom: rows of the shared tables.

import { quoted, RuleError } from "../errors.js";
import { Fraction } from "../fraction.js";
import { MAX_NUMBERS, parseNumber, parseNumbers } from "./numbers.js";
import { readSpelling } from "./spelling.js";
import { oneOf, readOptions, rowNamed, spellOptions, wholeNumber, yesOrNo } from "../options.js";
import rows from "../rows.js";
import { numbersCore } from "./core.js";

export const RULES = rows.rules;
const SYMBOLS = rows.operations.map(([symbol]) => symbol).join("");
const FORTH_NUMBERS = 4;
const MAX_LARGEST = 1e15; // of the size of results
const MAX_UNARY = 4; // factorials and roots in a row
const LARGEST_CARD = 14; // what an ace or a face card may count as
const OPTIONS = ["operators", "use", "order", "grouping", "values", "join", "largest", "functions", "unary", "size", "target", "faces", "ace", "deck", "scoring"];

const FIELDS = Object.keys(RULES.classic);

/** The row of that name, which options may change: "train, values=natural"; an object with the same fields is checked, and may lack fields. */
export function rulesNamed(rules) {
  if (typeof rules === "string" && /[=,]/.test(rules)) {
    const [name, changes] = readOptions(rules, OPTIONS, "values=natural");
    const row = rowNamed("rules", name || "classic", RULES);
    return rulesNamed({ ...row, ...changes, name: spellOptions(row.name, changes), summary: "", variants: "" });
  }
  if (typeof rules !== "object" || rules === null) return rowNamed("rules", rules, RULES);
  if (Object.values(RULES).includes(rules) || CHECKED.has(rules)) return rules;
  for (const field in rules) oneOf("option", field, FIELDS);
  const { name, operators = SYMBOLS, use = "all", order = "any", grouping = "any", values = "rational" } = rules;
  const { join = false, largest = null, functions = "", unary = 2 } = rules;
  const { size = null, target = 24, faces = null, ace = 1, deck = "playing-cards", scoring = "exact" } = rules;
  const { summary = "", source = "", variants = "" } = rules;
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
    join: checkedJoin(join, grouping),
    largest: largest === null ? null : wholeNumber("largest", largest, 1, MAX_LARGEST),
    functions: checkedFunctions(functions),
    unary: wholeNumber("unary", unary, 0, MAX_UNARY),
    size: checkedSize(size, grouping),
    target: wholeNumber("target", target, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    faces: faces === null ? null : wholeNumber("faces", faces, 1, LARGEST_CARD),
    ace: wholeNumber("ace", ace, 1, LARGEST_CARD),
    deck: oneOf("deck", deck, Object.keys(rows.decks)),
    scoring: oneOf("scoring", scoring, Object.keys(rows.scorings)),
    summary,
    source,
    variants,
  });
  CHECKED.add(made);
  return made;
}

const CHECKED = new WeakSet();

function checkedJoin(join, grouping) {
  const isJoined = yesOrNo("join", join);
  if (isJoined && ["left", "forth"].includes(grouping)) throw new RuleError(`\`join\` needs the grouping any, flat or orders, not ${quoted(grouping)}`);
  return isJoined;
}

function checkedFunctions(functions) {
  const isKnown = typeof functions === "string" && functions.split(" ").every((name) => !name || rows.functions.includes(name));
  if (isKnown) return rows.functions.filter((name) => functions.split(" ").includes(name)).join(" ");
  throw new RuleError(`functions must be some of ${rows.functions.join(", ")}, with spaces between, not ${quoted(functions)}`);
}

function checkedSize(size, grouping) {
  if (grouping === "forth" && size !== FORTH_NUMBERS) throw new RuleError(`\`grouping: "forth"\` needs \`size: 4\`, not ${quoted(size)}`);
  if (size === null || (Number.isSafeInteger(size) && size >= 1 && size <= MAX_NUMBERS)) return size;
  throw new RuleError(`size must be 1 to ${MAX_NUMBERS} or None, not ${quoted(size)}`);
}

/** The rules with other fields, under the same name. */
export const changed = (rules, fields) => rulesNamed({ ...rules, ...fields });

/** The rules as the core takes them. */
export const coreRules = ({ operators, use, order, grouping, values, join, largest, functions, unary }) =>
  [operators, use, order, grouping, values, Number(join), largest ?? 0, unary, functions].join(" ").trimEnd();

/** Refuses rules with functions, where functions have no meaning. */
export function needNoFunctions({ name, functions }) {
  if (functions) numbersCore.call("refuse_rules", "functions", name);
}

const FACES = Object.fromEntries([..."A23456789TJQK"].map((rank, place) => [rank, place + 1]));

/** What each rank of playing cards counts as. */
export const cardValues = ({ ace, faces }) => ({ ...FACES, A: ace, ...(faces === null ? {} : { J: faces, Q: faces, K: faces }) });

/** How many digits are dealt, which may be written as "1199"; null for other numbers. */
function digitCount(rules) {
  const deck = deckOf(rules);
  const hasDigits = deck.kind === "digits" && deck.small.every((each) => each >= 0 && each <= 9);
  return hasDigits ? (rules.size ?? deck.size) : null;
}

export const RANKS = "23456789TJQKA"; // of the ids of cards, four suits each

/** What all cards or tiles of the deck count as. */
export function deckValues(rules) {
  const deck = deckOf(rules), cards = [...deck.small, ...deck.large], values = cardValues(rules);
  return deck.kind === "cards" ? cards.map((id) => values[RANKS[Math.floor(id / 4)]]) : cards;
}

/** The deck as the core takes it. */
export function coreDeck(rules) {
  const { name, kind, small, large, size, rounds, next_is_target: isTarget, targets } = deckOf(rules), values = cardValues(rules);
  const options = [kind, rules.size ?? size, rounds, Number(isTarget), ...targets.length ? [targets[0], targets.at(-1)] : []];
  return [name, options.join(" "), small.join(" "), large.join(" "), [...RANKS].map((rank) => values[rank]).join(" ")];
}

export const deckOf = (rules) => rows.decks[rules.deck];
export const scoringOf = (rules) => rows.scorings[rules.scoring];

/** The name of a row; custom rules are their fields. */
export const asItem = (rules) => (RULES[rules.name] === rules ? rules.name : rules);

/** The exact numbers, the target and the rules; a string may have all of them: "6 6 5 2 = 17 (forth)". */
export function readPuzzle(numbers, target, rules, options) {
  let [found, wanted, used] = [numbers, target ?? null, rules];
  const whole = typeof numbers === "string" ? numbers : null;
  const spelled = whole === null ? null : readSpelling(whole);
  if (spelled) {
    if (wanted !== null && spelled.target !== null) {
      throw new RuleError(`the target is given twice: ${quoted(numbers)} and ${quoted(String(wanted))}`);
    }
    found = spelled.numbers;
    if (spelled.rules !== null && spelled.rules !== rulesNamed(rules).name) used = spelled.rules;
    wanted ??= spelled.target;
  }
  const exactRules = rulesNamed(used);
  const { ace, faces } = exactRules;
  const exactTarget = wanted === null ? new Fraction(BigInt(exactRules.target)) : parseNumber(wanted, { ...options, whole });
  const reading = { ...options, whole, digits: digitCount(exactRules), ace, faces };
  return { numbers: parseNumbers(found, reading), target: exactTarget, rules: exactRules };
}
