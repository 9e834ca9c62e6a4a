// The rules of games: rows of the shared tables, or custom ones that the core has checked.

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

/** The name of a row; custom rules are their fields. */
export const asItem = (rules) => (RULES[rules.name] === rules ? rules.name : rules);
