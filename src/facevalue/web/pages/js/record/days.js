// The days of the daily puzzles: what was played on each, the days in a row, and the time to the next.

import { isSolvedAlone, load, Visit } from "./store.js";
import { timeWords } from "../shared/dom.js";
import { locale, t } from "../shared/language.js";

export const GAMES = ["24", "countdown", "digits"];
/** The title of a game of the day, or of the games of a page. */
export const gameTitle = (name) => t(`game.${name}`);
const MOST_POINTS = 10;
const HINT_COSTS = 2; // points, as in the terminal

/** The record of a game of a day. */
export const dailyVisit = (date, game) => new Visit(date, game, { isDaily: true });

/** How many days have a result. */
export const daysPlayed = () => Object.values(load().daily).filter((games) => Object.values(games).some(({ outcome }) => outcome)).length;

/** How many days in a row, ending today or yesterday, had a puzzle solved on the day itself. */
export function dailyStreak(today) {
  let day = hasSolved(today) ? today : dayBefore(today);
  let streak = 0;
  while (hasSolved(day)) {
    streak += 1;
    day = dayBefore(day);
  }
  return streak;
}

function hasSolved(day) {
  const puzzles = Object.values(load().daily[day] ?? {});
  return puzzles.some((puzzle) => isSolvedAlone(puzzle) && String(puzzle.outcome.ended).startsWith(day));
}

/** Today in UTC, where the days of the puzzles change. */
export const today = () => new Date().toISOString().slice(0, 10);

export function dayBefore(date) {
  return dayAfter(date, -1);
}

export function dayAfter(date, days = 1) {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** A date as people write it where the reader lives, in the language of the page. */
export function dateWords(date, options = { weekday: "long", day: "numeric", month: "long", year: "numeric" }) {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
}

/** "next in 5:12 (UTC)": hours and minutes until midnight. */
export function nextWords() {
  const minutes = Math.ceil((Date.parse(`${dayAfter(today())}T00:00:00Z`) - Date.now()) / 60_000);
  return t("daily.next", { time: `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}` });
}

/** How a game of a day went: "unplayed", "begun", "played" or "solved". */
export function stateOf({ outcome, first_seen: seen }) {
  if (!outcome) return seen ? "begun" : "unplayed";
  return outcome.solved ? "solved" : "played";
}

/** Points out of a number of points, as the squares and stars of a picture show them. */
export const SCORES = {
  24: (puzzle) => ({ points: isSolvedAlone(puzzle) ? Math.max(1, MOST_POINTS - HINT_COSTS * puzzle.hints) : 0, of: MOST_POINTS }),
  countdown: ({ outcome }) => ({ points: outcome.points, of: MOST_POINTS }),
  digits: ({ outcome }) => ({ points: outcome.stars, of: outcome.of }),
};

/** How a game of a day went, in words; without a word of its solution. */
const WORDS = {
  24: ({ outcome: { solved, people }, seconds, hints, warnings, saw_solution: sawSolution }) => {
    const help = helpWords({ hints, warnings, saw_solution: sawSolution });
    if (!solved) return t("result.not_solved", { help });
    const how = { time: timeWords(seconds), help: help || t("help.none") };
    return people ? t("result.solved_people", { ...how, people: timeWords(people) }) : t("result.solved", how);
  },
  countdown: ({ outcome: { points, distance } }) => t(distance === "0" ? "result.points_exact" : "result.points_away", { points: t("points", { count: points }), distance }),
  digits: ({ outcome: { stars, of } }) => t("result.stars", { stars, most: of }),
};

/** "", " with 1 hint", " with 6 hints, the last of them the solution", " with 2 warnings". */
export function helpWords({ hints, warnings, saw_solution: sawSolution }) {
  const taken = [hints && t("hints", { count: hints }), warnings && t("warnings", { count: warnings })].filter(Boolean);
  if (!taken.length) return "";
  return t("help.taken", { help: taken.join(t("help.and")) }) + (sawSolution ? t("help.solution") : "");
}

/** "24: solved in 42 seconds with no hints." for each game of a day that is over. */
export function resultLines(date) {
  const ended = GAMES.filter((game) => dailyVisit(date, game).isOver);
  return ended.map((game) => t("result.line", { game: gameTitle(game), result: WORDS[game](dailyVisit(date, game).now) }));
}
