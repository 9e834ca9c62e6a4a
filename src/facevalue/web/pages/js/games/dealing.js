// Deals hands of 24 and its relatives by the choices of a player: rules, target, cards, difficulty.

import { allRules, request } from "../shared/core.js";
import { random, shuffled } from "../shared/random.js";
import { RANKS, SUITS, worthOf } from "../cards/suits.js";
import { t } from "../shared/language.js";

const TRIES = 120, USUAL_TRIES = 10_000;
const [LOWEST_TARGET, HIGHEST_TARGET] = [1, 100]; // of "any"
export const RUNGS = 20; // of the ladder, from the easiest hands to the hardest

// The percentiles of each level of difficulty; more people find a hand easier than it.
const LEVELS = { any: null, easy: [0, 33], medium: [33, 67], hard: [67, 100] };
/** The games that are dealt from a pack of 52 cards, where target and number of cards are free. */
export const CARD_RULES = ["classic", "whole"];

// The percentiles of all hands of 24 that have a solution, and what their rules allow: so that the first hand does not
// wait for the core.
const usualHands = fetch(new URL("hands.json", import.meta.url)).then((found) => found.json());
usualHands.catch(() => {}); // the deal reports it

/** The percentiles of a rung of the ladder. */
export const rungLevels = (rung) => [(100 / RUNGS) * (rung - 1), (100 / RUNGS) * rung];

/**
 * A hand as `{rules, target, size, level}` say: `target` may be "any", and `level` a name or two
 * percentiles. Hands without a solution are dealt only if `dealsUnsolvable`.
 */
export async function dealHand({ rules = "classic", target = "24", size = 4, level = "any", dealsUnsolvable = false } = {}) {
  const levels = Array.isArray(level) ? level : LEVELS[level];
  const isOfCards = CARD_RULES.includes(rules);
  const isUsual = !isOfCards || (target === "24" && size === 4);
  const mayHaveNone = dealsUnsolvable && !levels;
  if (isUsual && rules === "classic" && !mayHaveNone) return dealUsual(levels ?? [0, 100]);
  const dealOne = () => (isUsual ? request("deal", { rules, solvable: mayHaveNone ? null : true }) : dealCards({ rules, target, size }));
  for (let tries = 0; tries < TRIES; tries += 1) {
    const hand = await dealOne();
    if ((isUsual && !levels) || mayHaveNone) return withLimits(hand, !mayHaveNone);
    const { difficulty } = await request("difficulty", { numbers: hand.numbers, target: hand.target, rules });
    if (difficulty && (!levels || (difficulty.percentile >= levels[0] && difficulty.percentile <= levels[1]))) return withLimits(hand, true);
  }
  throw new Error(t("play.none_like_this", { tries: TRIES }));
}

/** Four cards that make 24, with a percentile in a range. */
async function dealUsual([lowest, highest]) {
  const { rules, target, percentiles, ...limits } = await usualHands;
  for (let tries = 0; tries < USUAL_TRIES; tries += 1) {
    const hand = dealCards({ rules, target, size: 4 });
    const percentile = percentiles[[...hand.numbers].sort((a, b) => a - b).join(" ")];
    if (percentile >= lowest && percentile <= highest) return { ...hand, ...limits, solvable: true };
  }
  throw new Error(t("play.none_like_this", { tries: USUAL_TRIES }));
}

function dealCards({ rules, target, size }) {
  const deck = shuffled([...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit)));
  const cards = deck.slice(0, size);
  const made = target === "any" ? LOWEST_TARGET + random(HIGHEST_TARGET - LOWEST_TARGET + 1) : Number(target);
  return { numbers: cards.map(worthOf), cards, target: made, rules };
}

/**
 * The hand with what its rules allow on the table, and the rules for what is left of it: the rules of
 * Krypto take only a full hand.
 */
export async function withLimits(hand, solvable) {
  const rows = await allRules();
  const rules = rows.find(({ name }) => name === hand.rules);
  const isSame = (row) => ["operators", "use", "order", "grouping", "values"].every((part) => row[part] === rules[part]);
  const { name: rulesLeft } = rules.size === null ? rules : rows.find((row) => row.size === null && isSame(row));
  return { ...hand, ...(solvable ? { solvable } : {}), rules_left: rulesLeft, limits: { values: rules.values, order: rules.order } };
}
