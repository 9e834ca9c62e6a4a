// The puzzles that were played, newest first, and what they say about the player.

import { load } from "./store.js";
import { GAMES, gameTitle } from "./days.js";
import { pageAddress } from "../shared/shell.js";
import { t } from "../shared/language.js";

const LEVELS = { easy: [0, 33], medium: [33, 67], hard: [67, 101] };
// Where a puzzle of each page is played again.
const PAGES = { play: "", countdown: "countdown", digits: "digits", challenge: "challenge" };

/** All puzzles that are over: `{title, name, address, puzzle, is24}`, the newest first. */
export function played() {
  const { daily, puzzles } = load();
  const days = Object.entries(daily).flatMap(([date, games]) =>
    Object.entries(games).filter(([game]) => GAMES.includes(game)).map(([game, puzzle]) => ({ title: t("you.daily", { game: gameTitle(game) }), name: date, address: pageAddress("daily", `date=${date}`), puzzle, is24: game === "24" })),
  );
  const others = Object.keys(PAGES).flatMap((page) =>
    Object.entries(puzzles[page] ?? {}).map(([query, puzzle]) => ({ title: gameTitle(page), name: nameOf(query), address: pageAddress(PAGES[page], query), puzzle, is24: page === "play" })),
  );
  const ended = ({ puzzle: { outcome } }) => String(outcome?.ended ?? "");
  return [...days, ...others].filter(({ puzzle }) => puzzle.outcome).sort((a, b) => (ended(a) < ended(b) ? 1 : -1));
}

/** The cards or numbers in a query, or the query itself. */
function nameOf(query) {
  const given = new URLSearchParams(query);
  const [hand, target] = [given.get("cards") ?? given.get("numbers"), given.get("target")];
  if (!hand) return query.replaceAll("&", ", ").replaceAll("=", " ");
  return hand.replaceAll(",", " ") + (target ? ` = ${target}` : "");
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const solved24 = () => played().filter(({ puzzle, is24 }) => is24 && puzzle.outcome.solved && !puzzle.saw_solution);

/** For each level of difficulty: how many hands were solved, their median time, and the median of people. */
export function levels() {
  const rated = solved24().filter(({ puzzle }) => Number.isFinite(puzzle.outcome.percentile));
  return Object.entries(LEVELS).map(([level, [low, high]]) => {
    const here = rated.map(({ puzzle }) => puzzle).filter(({ outcome: { percentile } }) => percentile >= low && percentile < high);
    const people = here.map(({ outcome }) => outcome.people).filter(Number.isFinite);
    return { level, count: here.length, seconds: median(here.map(({ seconds }) => seconds)), people: median(people) };
  });
}

/** The hands that were solved after the longest time. */
export const longest = (count) => solved24().sort((a, b) => b.puzzle.seconds - a.puzzle.seconds).slice(0, count);
