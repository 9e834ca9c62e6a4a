// Deals puzzles from the deck of a game by a seed, and the puzzles of a day: the same ones as Python's.

import { bitsOf } from "../core.js";
import { timeLimit, withoutLimit } from "../budget.js";
import { quoted, RuleError } from "../errors.js";
import { seedNumber, trueOrFalse, wholeNumber } from "../options.js";
import { numbersCore } from "./core.js";
import { asItem, cardValues, coreDeck, coreRules, deckOf, RANKS, RULES, rulesNamed } from "./rules.js";
import { checkPlan, checkSize, planIn } from "./solve.js";

const SUITS = "cdhs";

const rankOf = (id) => RANKS[Math.floor(id / SUITS.length)];

/** One puzzle drawn from the deck of the game. */
export const deal = (rules = "classic", options = {}) => dealRounds(rules, options, false)[0];

/** The puzzles of one game: the same numbers, with a target for each round of the deck. */
export const dealGame = (rules = "digits", options = {}) => dealRounds(rules, options, true);

function dealRounds(rules, { seed = null, large = null, solvable = false }, allRounds) {
  const exactRules = rulesNamed(rules), deck = coreDeck(exactRules), { kind, size } = deckOf(exactRules);
  const bounds = numbersCore.call("large_tiles", ...deck, Number(large !== null))[0].split(" ").map(Number);
  const count = large === null ? "" : wholeNumber("large", large, ...bounds);
  const words = seedNumber(seed), mustSolve = trueOrFalse("solvable", solvable), limit = timeLimit();
  if (mustSolve) checkSize(exactRules.size ?? size, exactRules);
  const name = exactRules === RULES.classic ? "" : ` (${exactRules.name})`;
  const solvableBy = mustSolve ? coreRules(exactRules) : "";
  const [drawn, targets, ...plan] = numbersCore.call("deal", ...deck, words, count, Number(allRounds), exactRules.target, solvableBy, bitsOf(limit), name);
  if (drawn === "plan") withoutLimit(() => checkPlan(planIn([targets, ...plan]), limit));
  const ids = drawn.split(" ").map(Number), values = cardValues(exactRules), isCards = kind === "cards";
  const numbers = isCards ? ids.map((id) => values[rankOf(id)]) : ids;
  const cards = isCards ? ids.map((id) => rankOf(id) + SUITS[id % SUITS.length]) : [];
  return targets.split(" ").map((target) => ({ numbers, target: Number(target), rules: asItem(exactRules), cards }));
}

/** The puzzles of a day, the same for everybody; today in UTC for null. */
export function daily(date = null) {
  const day = date ?? new Date().toISOString().slice(0, 10);
  if (typeof day !== "string") throw new RuleError(`date must be a date or a string such as 2026-01-31, not ${quoted(day)}`);
  const [number, seed, first] = numbersCore.call("day", day.includes("\n") ? "" : day, day)[0].split(" ");
  const options = { seed: Number(seed), solvable: true };
  const [classic, countdown, digits] = [deal("classic", options), deal("countdown", options), dealGame("digits", options)];
  return { date: day, number: Number(number), seed: options.seed, classic, countdown, digits, first };
}
