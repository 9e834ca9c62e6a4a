// Deals puzzles from the deck of a game by a seed, and the puzzles of a day: the same ones as Python's.

import { LimitError, quoted, RuleError } from "../errors.js";
import { seedNumber, trueOrFalse, wholeNumber } from "../options.js";
import { randomBelow, shuffled, splitMix64 } from "../random.js";
import rows from "../rows.js";
import { asItem, cardValues, deckOf, RANKS, rulesNamed } from "./rules.js";
import { isSolvable } from "./solve.js";

const MAX_DEALS_WITHOUT_SOLUTION = 2000;
const SUITS = "cdhs";
const DAY = 86_400_000; // milliseconds

const cardText = (id) => RANKS[Math.floor(id / 4)] + SUITS[id % 4];

/** One puzzle drawn from the deck of the game. */
export function deal(rules = "classic", { seed = null, large = null, solvable = false } = {}) {
  const game = readOptions(rules, seed, large);
  return dealOne(game, trueOrFalse("solvable", solvable));
}

/** The puzzles of one game: the same numbers, with a target for each round of the deck. */
export function dealGame(rules = "digits", { seed = null, large = null, solvable = false } = {}) {
  const game = readOptions(rules, seed, large);
  const mustSolve = trueOrFalse("solvable", solvable);
  const { deck, words } = game;
  if (deck.rounds === 1) return [dealOne(game, mustSolve)];
  for (let tries = 0; tries < MAX_DEALS_WITHOUT_SOLUTION; tries++) {
    const numbers = draw(game);
    const orders = targetParts(deck).map((part) => shuffled(part, words));
    const rounds = orders.map((order) => {
      const target = order.find((each) => !mustSolve || isSolvable(numbers, each, game.rules, { limit: null }));
      return target === undefined ? null : puzzle(game, numbers, target);
    });
    if (!rounds.includes(null)) return rounds;
  }
  throw new LimitError(`${MAX_DEALS_WITHOUT_SOLUTION} deals in a row have a target that cannot be made`, MAX_DEALS_WITHOUT_SOLUTION);
}

/** The puzzles of a day, the same for everybody; today in UTC for null. */
export function daily(date = null) {
  const day = date ?? new Date().toISOString().slice(0, 10);
  const time = typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00Z`) : NaN;
  if (typeof day !== "string") throw new RuleError(`date must be a date or a string such as 2026-01-31, not ${quoted(day)}`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day) throw new RuleError(`date must look like 2026-01-31, not ${quoted(day)}`);
  const number = (time - Date.parse(`${rows.first_day}T00:00Z`)) / DAY + 1;
  if (number < 1) throw new RuleError(`the first day is ${rows.first_day}, which is after ${quoted(day)}`);
  const seed = Number(day.replaceAll("-", ""));
  const options = { seed, solvable: true };
  const [classic, countdown, digits] = [deal("classic", options), deal("countdown", options), dealGame("digits", options)];
  return { date: day, number, seed, classic, countdown, digits, first: rows.first_day };
}

function readOptions(rules, seed, large) {
  const exactRules = rulesNamed(rules), deck = deckOf(exactRules);
  const count = (exactRules.size ?? deck.size) + (deck.next_is_target ? 1 : 0);
  if (large !== null && !deck.large.length) throw new RuleError('`large` needs rules with large tiles, such as `rules: "countdown"`');
  // The rest are small tiles, of which there must be enough.
  const fewest = Math.max(0, count - deck.small.length), most = Math.min(count, deck.large.length);
  const chosen = large === null ? null : wholeNumber("large", large, fewest, most);
  return { rules: exactRules, deck, count, large: chosen, words: splitMix64(seedNumber(seed)) };
}

function dealOne(game, mustSolve) {
  const { deck, rules, words } = game;
  for (let tries = 0; tries < MAX_DEALS_WITHOUT_SOLUTION; tries++) {
    const numbers = draw(game);
    const [first, last] = deck.targets;
    const target = deck.next_is_target ? numbers.pop() : deck.targets.length ? first + randomBelow(last - first + 1, words) : rules.target;
    const found = puzzle(game, numbers, target);
    if (!mustSolve || isSolvable(found.numbers, target, rules, { limit: null })) return found;
  }
  throw new LimitError(`${MAX_DEALS_WITHOUT_SOLUTION} deals in a row have no solution`, MAX_DEALS_WITHOUT_SOLUTION);
}

function puzzle({ rules, deck }, drawn, target) {
  const isCards = deck.kind === "cards", values = cardValues(rules);
  return { numbers: isCards ? drawn.map((id) => values[RANKS[Math.floor(id / 4)]]) : drawn, target, rules: asItem(rules), cards: isCards ? drawn.map(cardText) : [] };
}

/** The numbers (or the ids of cards), followed by the target if the next card is the target. */
function draw({ deck, count, large, words }) {
  if (deck.kind === "digits") return Array.from({ length: count }, () => deck.small[randomBelow(deck.small.length, words)]);
  if (large === null) return shuffled([...deck.large, ...deck.small], words).slice(0, count);
  return [...shuffled(deck.large, words).slice(0, large), ...shuffled(deck.small, words).slice(0, count - large)];
}

/** The equal parts of the targets, one for each round, rising. */
function targetParts({ targets: [first, last], rounds }) {
  const size = last - first + 1;
  const ends = Array.from({ length: rounds + 1 }, (_, part) => first + Math.floor((size * part) / rounds));
  return ends.slice(1).map((end, part) => Array.from({ length: end - ends[part] }, (_, at) => ends[part] + at));
}
