// Answers for a copy on a static host, from the files that `facevalue serve --export` wrote.

import { ApiError } from "./api.js";
import { verdictOn } from "./exported_judge.js";
import { parsed, valueOf } from "./expression.js";
import { combined, Fraction, SIGNS } from "./fraction.js";
import { random, shuffled } from "./random.js";
import { dayAfter } from "./store.js";
import { RANKS, SUITS } from "./suits.js";
import { shown } from "./table.js";

const HAND_SIZE = 4;
const TARGET = new Fraction(24n);
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
    throw new ApiError("This copy of the pages cannot read its data. Are you online?");
  }
}

/** The result that the server would return, if the files contain it. */
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

/** The entry of a hand in the file; undefined for hands that cannot make 24. */
async function hand({ numbers, target }) {
  const isHand = numbers.length === HAND_SIZE && numbers.every((number) => RANK_VALUES.includes(Number(number)));
  if (!isHand || !Fraction.from(target ?? 24).equals(TARGET)) throw new ApiError("This copy of the pages knows hands of four cards that make 24.");
  return (await file("hands"))[keyOf(numbers)];
}

/** A random hand, with a solution if required; equal numbers get different suits. */
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

const madeBy = (expression) => valueOf(parsed(expression), () => null);

/** A round of Countdown as it is stored: its numbers, its target and a best answer. */
const countdownRound = ([numbers, target]) => ({ numbers, target, rules: "countdown", cards: [] });

/** A round of Digits: its numbers, and for each target an answer, whose value is the target. */
function digitsRound([numbers, answers]) {
  const targets = answers.map((each) => Number(`${madeBy(each)}`));
  return { numbers, target: targets[0], targets, rules: "digits", cards: [] };
}

const ROUNDS = { countdown: countdownRound, digits: digitsRound };

/** A random round that no day uses; its place in the file is its seed, as on the server. */
async function dealRound({ rules, seed, large }) {
  const rounds = (await file("rounds"))[rules][large ?? ""];
  const wanted = seed ?? someOf(rounds);
  if (!rounds[wanted]) throw new ApiError(`This copy of the pages has no round with the seed ${wanted}; it has those below ${rounds.length}.`);
  return { ...ROUNDS[rules](rounds[wanted]), seed: Number(wanted) };
}

/** The place of a round; rounds that a day uses are null. */
function someOf(rounds) {
  const places = rounds.flatMap((round, at) => (round ? [at] : []));
  return places[random(places.length)];
}

async function daily({ date }) {
  const { first, number, days } = await file("days");
  const asked = date ?? new Date().toISOString().slice(0, 10);
  if (!/^\d{4}-\d\d-\d\d$/.test(asked)) throw new ApiError(`The date must be a day such as 2026-03-01, not “${asked}”.`);
  const at = Math.round((Date.parse(asked) - Date.parse(first)) / 86_400_000);
  const day = days[at];
  if (!day) throw new ApiError(`This copy has the days from ${first} to ${dayAfter(first, days.length - 1)}.`);
  const classic = cardsPuzzle(day[0].match(/../g));
  const [, tiles, digits] = day;
  return { date: asked, number: number + at, first, classic, countdown: countdownRound(tiles), digits: digitsRound(digits) };
}

/** Whether numbers that are left still make 24: null for a count that is not 0 and not known. */
async function count({ numbers, ...question }) {
  if (numbers.length === HAND_SIZE) return { solution_count: (await hand({ numbers, ...question }))?.solutions.length ?? 0 };
  return { solution_count: (await isSolvable(numbers, question)) ? null : 0 };
}

async function isSolvable(numbers, { target }) {
  const goal = Fraction.from(target);
  if (numbers.length === 2) return isOneStepAway(numbers.map((each) => Fraction.from(each)), goal);
  if (numbers.length !== 3 || !goal.equals(TARGET)) throw new ApiError("This copy of the pages knows hands of four cards that make 24.");
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

/** A best answer: the copy has one for each round. */
async function solveRound({ numbers, target, rules }) {
  const [{ days }, rounds] = await Promise.all([file("days"), file("rounds")]);
  const ofDays = days.map(([, tiles, digits]) => (rules === "countdown" ? tiles : digits));
  const all = [...ofDays, ...Object.values(rounds[rules]).flat()];
  const answers = all.filter((round) => round && keyOf(round[0]) === keyOf(numbers)).map((round) => BEST[rules](round, target));
  const expression = answers.find(Boolean);
  if (!expression) throw new ApiError("This copy of the pages does not know this round.");
  const distance = madeBy(expression).distance(Fraction.from(target));
  const best = [{ expression, value: `${madeBy(expression)}` }];
  const isExact = `${distance}` === "0";
  return { solution_count: isExact ? 1 : 0, solutions: isExact ? best : [], closest: isExact ? [] : best, distance: `${distance}`, truncated: false };
}

const BEST = {
  countdown: ([, goal, expression], target) => (goal === Number(target) ? expression : null),
  digits: ([, answers], target) => answers.find((each) => `${madeBy(each)}` === `${target}`),
};

/** Hints for a hand are stored; with fewer numbers on the table, they are looked for. */
async function hint({ numbers, level, ...question }) {
  if (numbers.length !== HAND_SIZE) return hintFromHere({ numbers, level, ...question });
  const lines = (await hand({ numbers, ...question }))?.hints;
  if (!lines) return { lines: ["no solution"], is_last: true, solution_count: 0 };
  const shown = level + 1; // the first level shows two lines, and each level one more
  return { lines: lines.slice(0, shown), is_last: shown >= lines.length, solution_count: null };
}

async function hintFromHere({ numbers, level, target }) {
  const steps = await stepsFrom(numbers, target);
  if (!steps) return { lines: ["no solution"], is_last: true, solution_count: 0 };
  const lines = [`${target} can still be made`, ...steps.map((step, at) => `step ${at + 1}: ${step}`)];
  return { lines: lines.slice(0, level), is_last: level >= lines.length, solution_count: null };
}

/** The steps from these numbers to the target; null if there are none. */
async function stepsFrom(numbers, target) {
  if (numbers.length === 1) return Fraction.from(numbers[0]).equals(Fraction.from(target)) ? [] : null;
  if (!(await isSolvable(numbers, { target }))) return null;
  for (const { step, left } of stepsOn(numbers)) {
    const isLeft = left.length === 1 || (await isSolvable(left, { target }));
    const more = isLeft ? await stepsFrom(left, target) : null;
    if (more) return [step, ...more];
  }
  return null;
}

/** Every step that two of the numbers allow, and the numbers after it. */
function* stepsOn(numbers) {
  for (const [one, first] of numbers.entries()) {
    for (const [other, second] of numbers.entries()) {
      if (one === other) continue;
      const [a, b] = [Fraction.from(first), Fraction.from(second)];
      const rest = numbers.filter((_, at) => at !== one && at !== other);
      for (const sign of Object.keys(SIGNS)) {
        const value = combined(a, sign, b);
        if (value) yield { step: `${shown(a)} ${sign} ${shown(b)} = ${value}`, left: [...rest, `${value}`] };
      }
    }
  }
}

async function check({ answer, numbers, target, rules }) {
  const row = (await file("rules")).rules.find(({ name }) => name === rules);
  return verdictOn(answer, { numbers, target }, row);
}
