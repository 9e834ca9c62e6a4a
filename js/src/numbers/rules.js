// The rules of games and their decks: rows of the shared tables, and how the core takes them.

import rows from "../rows.js";
import { query } from "./core.js";

export const RULES = rows.rules;

/** The row of that name, which options may change: "train, values=natural"; an object with the same fields may lack fields. */
export function rulesNamed(rules) {
  if (Object.values(RULES).includes(rules)) return rules;
  if (typeof rules === "string" && Object.hasOwn(RULES, rules)) return RULES[rules];
  const [{ deck, scoring, ...fields }] = query("rules", { rules: rules ?? "" }).rules;
  return RULES[fields.name] && typeof rules === "string" ? RULES[fields.name] : Object.freeze({ ...fields, deck: deck.name, scoring: scoring.name });
}

/** The rules as the core takes them. */
export const coreRules = ({ operators, use, order, grouping, values, join, largest, functions, unary }) =>
  [operators, use, order, grouping, values, Number(join), largest ?? 0, unary, functions].join(" ").trimEnd();

const FACES = Object.fromEntries([..."A23456789TJQK"].map((rank, place) => [rank, place + 1]));

/** What each rank of playing cards counts as. */
const cardValues = ({ ace, faces }) => ({ ...FACES, A: ace, ...(faces === null ? {} : { J: faces, Q: faces, K: faces }) });

const RANKS = "23456789TJQKA"; // of the ids of cards, four suits each

/** The deck as the core takes it. */
export function coreDeck(rules) {
  const { name, kind, small, large, size, rounds, next_is_target: isTarget, targets } = deckOf(rules), values = cardValues(rules);
  const options = [kind, rules.size ?? size, rounds, Number(isTarget), ...targets.length ? [targets[0], targets.at(-1)] : []];
  return [name, options.join(" "), small.join(" "), large.join(" "), [...RANKS].map((rank) => values[rank]).join(" ")];
}

const deckOf = (rules) => rows.decks[rules.deck];

/** The name of a row; custom rules are their fields. */
export const asItem = (rules) => (RULES[rules.name] === rules ? rules.name : rules);
