// Answers for a copy on a static host, from the files that `facevalue serve --export` wrote.

import { ApiError } from "./api.js";
import { verdictOn } from "./exported_judge.js";
import { parsed, valueOf } from "./expression.js";
import { combined, Fraction, SIGNS } from "./fraction.js";
import { random, shuffled } from "./random.js";
import { dayAfter } from "./store.js";
import { RANKS, SUITS } from "./suits.js";

const SMALL = 10; // the largest of the small tiles of Countdown
const HAND_SIZE = 4;
const DECK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const RANK_VALUES = [...RANKS].map((_, at) => at + 1);
const files = new Map();

async function file(name) {
  if (!files.has(name)) files.set(name, fetched(name));
  return files.get(name);
}

/** What cannot be fetched now may be fetched later. */
async function fetched(name) {
  try {
    return await (await fetch(`data/${name}.json`)).json();
  } catch {
    files.delete(name);
    throw new ApiError("This copy of the pages cannot read its data. Are you connected?");
  }
}

/** The answer that the server would give, as far as the files hold it. */
export async function answer(verb, question) {
  const known = ANSWERS[verb];
  if (!known) throw new ApiError("This copy of the pages cannot answer that without a server.");
  return known(question);
}

const ANSWERS = {
  rules: () => file("rules"),
  deal: (question) => (question.rules === "classic" ? dealHand(question) : dealRound(question)),
  daily,
  solve: (question) => (question.rules === "classic" ? solveHand(question) : solveRound(question)),
  count,
  hint,
  difficulty: async (question) => ({ difficulty: (await hand(question))?.difficulty ?? null }),
  check,
};

const keyOf = (numbers) => [...numbers].map(Number).sort((a, b) => a - b).join(",");

/** What the file holds of a hand; nothing if nothing makes 24 from it. */
async function hand({ numbers, target }) {
  const isHand = numbers.length === HAND_SIZE && numbers.every((number) => RANK_VALUES.includes(Number(number)));
  if (!isHand || Number(target ?? 24) !== 24) throw new ApiError("This copy of the pages knows hands of four cards that make 24.");
  return (await file("hands"))[keyOf(numbers)];
}

/** A random hand, with a solution if asked; equal numbers get different suits. */
async function dealHand({ solvable }) {
  if (!solvable) return cardsPuzzle(shuffled(DECK.slice()).slice(0, HAND_SIZE));
  const keys = Object.keys(await file("hands"));
  const values = shuffled(keys[random(keys.length)].split(",").map(Number));
  const suits = shuffled([...SUITS]);
  return cardsPuzzle(values.map((value, at) => rankOf(value) + suits[at]));
}

const cardsPuzzle = (cards) => ({ numbers: cards.map(valueOfCard), cards, target: 24, rules: "classic" });
const valueOfCard = ([rank]) => (rank === "A" ? 1 : RANKS.indexOf(rank) + 2);
const rankOf = (value) => (value === 1 ? "A" : RANKS[value - 2]);

/** The round of a day, by the rules; Digits has several targets, each the value of its answer. */
const ROUNDS = {
  countdown: ([, numbers, target]) => ({ numbers, target, rules: "countdown", cards: [] }),
  digits: ([, , , , , numbers, answers]) => {
    const targets = answers.map((each) => Number(`${madeBy(each)}`));
    return { numbers, target: targets[0], targets, rules: "digits", cards: [] };
  },
};
const madeBy = (expression) => valueOf(parsed(expression), () => null);

/** A round is that of a day; its place in the file is its seed. */
async function dealRound({ rules, seed, large }) {
  const { days } = await file("days");
  const isAny = large === "" || large === undefined;
  const places = days.map((_, at) => at).filter((at) => isAny || countLarge(days[at]) === Number(large));
  const at = days[seed] ? Number(seed) : places[random(places.length)];
  return { ...ROUNDS[rules](days[at]), seed: at };
}

const countLarge = ([, numbers]) => numbers.filter((number) => number > SMALL).length;

async function daily({ date }) {
  const { first, number, days } = await file("days");
  const asked = date ?? new Date().toISOString().slice(0, 10);
  if (!/^\d{4}-\d\d-\d\d$/.test(asked)) throw new ApiError(`The date must be a day such as 2026-03-01, not “${asked}”.`);
  const at = Math.round((Date.parse(asked) - Date.parse(first)) / 86_400_000);
  const day = days[at];
  if (!day) throw new ApiError(`This copy holds the days from ${first} to ${dayAfter(first, days.length - 1)}.`);
  const classic = cardsPuzzle(day[0].match(/../g));
  return { date: asked, number: number + at, first, classic, countdown: ROUNDS.countdown(day), digits: ROUNDS.digits(day) };
}

/** Whether numbers that are left still make 24: null for a count that is not 0 and not known. */
async function count({ numbers, ...question }) {
  if (numbers.length === HAND_SIZE) return { solution_count: (await hand({ numbers, ...question }))?.solutions.length ?? 0 };
  return { solution_count: (await isSolvable(numbers, question)) ? null : 0 };
}

async function isSolvable(numbers, { target }) {
  const goal = Fraction.from(target);
  if (numbers.length === 2) return isOneStepAway(numbers.map((each) => Fraction.from(each)), goal);
  const left = await file("left");
  // Two of the three are cards; the third is the result of a step.
  for (const [at, result] of numbers.entries()) {
    const place = left.pairs.indexOf(keyOf(numbers.filter((_, other) => other !== at)));
    if (place >= 0 && result in left.solvable) return ((BigInt(`0x${left.solvable[result]}`) >> BigInt(place)) & 1n) === 1n;
  }
  throw new ApiError("This copy of the pages does not know these numbers.");
}

/** Whether one more step on the table makes the target. */
function isOneStepAway([a, b], target) {
  return Object.keys(SIGNS).some((sign) => [combined(a, sign, b), combined(b, sign, a)].some((value) => value?.equals(target)));
}

async function solveHand(question) {
  const solutions = ((await hand(question))?.solutions ?? []).map((expression) => ({ expression, value: 24 }));
  return { solution_count: solutions.length, solutions, closest: [], distance: null, truncated: false };
}

/** A best answer: the copy holds one for each round. */
async function solveRound({ numbers, target, rules }) {
  const { days } = await file("days");
  const day = days.find((each) => keyOf(ROUNDS[rules](each).numbers) === keyOf(numbers) && BEST[rules](each, target));
  const expression = day && BEST[rules](day, target);
  if (!expression) throw new ApiError("This copy of the pages does not know this round.");
  const distance = madeBy(expression).distance(Fraction.from(target));
  const best = [{ expression, value: `${madeBy(expression)}` }];
  const isExact = `${distance}` === "0";
  return { solution_count: isExact ? 1 : 0, solutions: isExact ? best : [], closest: isExact ? [] : best, distance: `${distance}`, truncated: false };
}

const BEST = {
  countdown: ([, , goal, expression], target) => (goal === Number(target) ? expression : null),
  digits: ([, , , , , , answers], target) => answers.find((each) => `${madeBy(each)}` === `${target}`),
};

/** The first level tells two lines, and each level one more. */
async function hint({ level, ...question }) {
  const lines = (await hand(question))?.hints;
  if (!lines) throw new ApiError("There is no hint for this hand.");
  const shown = level + 1;
  return { lines: lines.slice(0, shown), is_last: shown >= lines.length };
}

async function check({ answer, numbers, target, rules }) {
  const row = (await file("rules")).rules.find(({ name }) => name === rules);
  return verdictOn(answer, { numbers, target }, row);
}
