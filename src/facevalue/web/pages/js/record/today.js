// A line about the puzzles of today: which are done, the days in a row, and when the next come.

import { dailyStreak, dailyVisit, GAMES, nextWords, stateOf, TITLES, today } from "./days.js";
import { pageAddress } from "../shared/shell.js";
import { counted, fill, make } from "../shared/dom.js";

const MINUTE = 60_000;

/** Draws the line into an element, and keeps it true. */
export function showToday(host) {
  const draw = () => fill(host, ...parts());
  draw();
  setInterval(draw, MINUTE / 4);
  addEventListener("storage", draw);
}

function parts() {
  const states = GAMES.map((game) => stateOf(dailyVisit(today(), game).now));
  const left = states.filter((state) => state === "not played" || state === "begun").length;
  const streak = dailyStreak(today());
  const games = GAMES.map((game, at) => {
    const isDone = ["solved", "played"].includes(states[at]);
    return make("span", { class: `game${isDone ? " is-done" : ""}` }, `${isDone ? "✓ " : ""}${TITLES[game]}`, make("span", { class: "unseen" }, isDone ? " done, " : " to play, "));
  });
  const words = left ? `${left === 3 ? "New today" : `${left} of 3 left today`}` : "All done today";
  const row = streak ? `${counted(streak, "day")} in a row, ` : "";
  return [
    make("a", { class: "today", href: pageAddress("daily") }, make("strong", {}, words), ...games, make("span", { class: "next" }, row + nextWords())),
  ];
}
