// The functions of number puzzles that do more than call a query.

import rows from "../rows.js";
import { exactly, plainly } from "./ask.js";

const RULES = rows.rules;

/** The row of that name, which options may change: "train, values=natural"; an object with the same fields may lack fields. */
export function rulesNamed(rules) {
  if (Object.values(RULES).includes(rules)) return rules;
  if (typeof rules === "string" && Object.hasOwn(RULES, rules)) return RULES[rules];
  const [{ deck, scoring, ...fields }] = plainly("rules")({ rules: rules ?? "" }).rules;
  return RULES[fields.name] && typeof rules === "string" ? RULES[fields.name] : Object.freeze({ ...fields, deck: deck.name, scoring: scoring.name });
}

export const parseNumber = ({ number, ...options }) => exactly("parse-numbers")({ numbers: [number], ...options }).numbers[0];

/** The puzzles of one game; a game of one puzzle has no list of targets. */
export function dealGame({ rules = "digits", ...options }) {
  const { targets, ...first } = plainly("deal")({ rules, ...options });
  return targets ? targets.map((target) => ({ ...first, target })) : [first];
}

export function difficulty(given) {
  const { difficulty: rated, score, parts } = plainly("difficulty")(given);
  return rated && { ...rated, score, parts };
}

/** An iterator; its `seed` repeats the puzzles. */
export function generate({ rules = "classic", ...options }) {
  const chosen = rulesNamed(rules), asked = { ...options, rules: RULES[chosen.name] === chosen ? chosen.name : chosen };
  const next = plainly("next-puzzles"), { seed, place } = next(asked);
  return Object.assign(matching(next, { ...asked, seed }, place), { seed });
}

function* matching(next, asked, start) {
  for (let place = start; place; ) {
    const found = next({ ...asked, place });
    for (const { numbers, target } of found.puzzles) yield { numbers, target, rules: asked.rules, cards: [] };
    place = found.place;
  }
}
