// Answers for a copy on a static host, from the files that `facevalue serve --export` wrote.

import { ApiError } from "./api.js";
import { random, shuffled } from "./random.js";
import { dayAfter } from "./store.js";
import { RANKS, SUITS } from "./suits.js";

const SMALL = 10; // the largest of the small tiles of Countdown
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
  deal: (question) => (question.rules === "countdown" ? dealRound(question) : dealHand()),
  daily,
  solve: (question) => (question.rules === "countdown" ? solveRound(question) : solveHand(question)),
  hint,
  difficulty: async (question) => ({ difficulty: (await hand(question))?.difficulty ?? null }),
  check,
};

const keyOf = (numbers) => [...numbers].map(Number).sort((a, b) => a - b).join(",");

/** What the file holds of a hand; nothing if nothing makes 24 from it. */
async function hand({ numbers, target }) {
  const isHand = numbers.length === 4 && numbers.every((number) => RANK_VALUES.includes(Number(number)));
  if (!isHand || Number(target ?? 24) !== 24) throw new ApiError("This copy of the pages knows hands of four cards that make 24.");
  return (await file("hands"))[keyOf(numbers)];
}

/** A random hand that has a solution; equal numbers get different suits. */
async function dealHand() {
  const keys = Object.keys(await file("hands"));
  const values = shuffled(keys[random(keys.length)].split(",").map(Number));
  const suits = shuffled([...SUITS]);
  const cards = values.map((value, at) => rankOf(value) + suits[at]);
  return { numbers: values, target: 24, rules: "classic", cards };
}

const rankOf = (value) => (value === 1 ? "A" : RANKS[value - 2]);

const classic = (numbers, cards) => ({ numbers, cards, target: 24, rules: "classic" });
const countdown = ([, numbers, target]) => ({ numbers, target, rules: "countdown", cards: [] });

/** A round of Countdown is that of a day; its place in the file is its seed. */
async function dealRound({ seed, large }) {
  const { days } = await file("days");
  const places = days.map((_, at) => at).filter((at) => large === "" || large === undefined || countLarge(days[at]) === Number(large));
  const at = seed !== undefined && days[seed] ? Number(seed) : places[random(places.length)];
  return { ...countdown(days[at]), seed: at };
}

const countLarge = ([, numbers]) => numbers.filter((number) => number > SMALL).length;

async function daily({ date }) {
  const { first, number, days } = await file("days");
  const asked = date ?? new Date().toISOString().slice(0, 10);
  if (!/^\d{4}-\d\d-\d\d$/.test(asked)) throw new ApiError(`The date must be a day such as 2026-03-01, not “${asked}”.`);
  const at = Math.round((Date.parse(asked) - Date.parse(first)) / 86_400_000);
  if (!days[at]) throw new ApiError(`This copy holds the days from ${first} to ${dayAfter(first, days.length - 1)}.`);
  const cards = days[at][0].match(/../g);
  const values = cards.map(([rank]) => (rank === "A" ? 1 : RANKS.indexOf(rank) + 2));
  return { date: asked, number: number + at, first, classic: classic(values, cards), countdown: countdown(days[at]) };
}

async function solveHand(question) {
  const solutions = ((await hand(question))?.solutions ?? []).map((expression) => ({ expression, value: 24 }));
  return { solution_count: solutions.length, solutions, closest: [], distance: null, truncated: false };
}

async function solveRound({ numbers, target }) {
  const { days } = await file("days");
  const [, , , expression, value] = days.find((day) => day[2] === Number(target) && keyOf(day[1]) === keyOf(numbers));
  const best = [{ expression, value }];
  const isExact = value === Number(target);
  return { solution_count: isExact ? 1 : 0, solutions: isExact ? best : [], closest: isExact ? [] : best, distance: Math.abs(value - target), truncated: false };
}

/** The first level tells two lines, and each level one more. */
async function hint({ level, ...question }) {
  const lines = (await hand(question))?.hints;
  if (!lines) throw new ApiError("There is no hint for this hand.");
  const shown = level + 1;
  return { lines: lines.slice(0, shown), is_last: shown >= lines.length };
}

/** Points for a number made on the table, where only right steps can be made. */
async function check({ rules, distance }) {
  const { scoring } = (await file("rules")).rules.find((row) => row.name === rules);
  const [, points] = scoring.points.find(([most]) => Number(distance) <= most) ?? [0, 0];
  return { points };
}
