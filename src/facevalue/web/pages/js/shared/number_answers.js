// What a worker answers to each verb about number puzzles: the JSON that the server would send.

import { check, checkSteps, withPoints } from "../../facevalue/src/numbers/check.js";
import { daily, dealGame } from "../../facevalue/src/numbers/deal.js";
import { difficulty } from "../../facevalue/src/numbers/difficulty.js";
import { hint } from "../../facevalue/src/numbers/hint.js";
import { NOTATIONS } from "../../facevalue/src/numbers/expression.js";
import { deckOf, RULES, scoringOf } from "../../facevalue/src/numbers/rules.js";
import { closestOf, count, reachable, Search, solve } from "../../facevalue/src/numbers/solve.js";

const LISTED = 200; // as many solutions as the server lists

const puzzleOf = ({ numbers, target = null, rules = "classic" }) => [numbers, target === "" ? null : target, rules || "classic"];

export const ANSWERS = {
  rules: () => ({ rules: Object.values(RULES).map((rules) => ({ ...rules, deck: deckOf(rules), scoring: scoringOf(rules) })) }),
  notations: () => ({ notations: Object.values(NOTATIONS).map(({ name, summary, example }) => ({ name, summary, example })) }),
  solve: solveWithClosest,
  count: (query) => ({ solution_count: count(...puzzleOf(query)) }),
  hint: ({ level, ...query }) => hint(...puzzleOf(query), { level: Number(level ?? 1) }),
  difficulty: (query) => ({ difficulty: difficulty(...puzzleOf(query)) }),
  reach: ({ numbers, rules, low, high }) => reachable(numbers, rules || "countdown", { low: Number(low ?? 100), high: Number(high ?? 999) }),
  check: ({ answer, steps, syntax = "lenient", ...query }) => {
    const puzzle = puzzleOf(query);
    const judge = steps ? checkSteps : check;
    return withPoints(judge(answer, ...puzzle, { syntax }), answer, ...puzzle);
  },
  deal: ({ rules, seed = null, large = null, solvable }) => {
    const used = seed === null || seed === "" ? randomSeed() : seedIn(seed);
    const options = { seed: used, large: large === null || large === "" ? null : Number(large), solvable: Boolean(solvable) };
    return { ...gameOf(dealGame(rules || "classic", options)), seed: Number(used) };
  },
  daily: ({ date = null }) => {
    const found = daily(date || null);
    return { ...found, digits: gameOf(found.digits) };
  },
};

function solveWithClosest({ notation = "infix", ...query }) {
  const found = solve(...puzzleOf(query), { notation: notation || "infix", most: LISTED });
  if (found.solution_count) return { ...found, distance: 0, closest: [] };
  const { distance, closest } = closestOf(new Search(...puzzleOf(query)), notation || "infix");
  return { ...found, distance, closest };
}

/** A seed that an address can spell without losing digits. */
const randomSeed = () => BigInt(crypto.getRandomValues(new Uint32Array(1))[0]);

/** The seed in an address; what is not a number is refused by the deal. */
const seedIn = (seed) => (/^[0-9]+$/.test(String(seed)) ? BigInt(seed) : seed);

/** The first puzzle of a game, and the targets of all rounds if there are several. */
function gameOf([first, ...others]) {
  return others.length ? { ...first, targets: [first, ...others].map(({ target }) => target) } : first;
}
