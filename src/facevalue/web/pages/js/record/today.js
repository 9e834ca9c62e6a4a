// A line about the puzzles of today: which are done, the days in a row, and when the next come.

import { dailyStreak, dailyVisit, GAMES, nextWords, gameTitle, stateOf, today } from "./days.js";
import { pageAddress } from "../shared/shell.js";
import { fill, make } from "../shared/dom.js";
import { t } from "../shared/language.js";

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
  const left = states.filter((state) => state === "unplayed" || state === "begun").length;
  const streak = dailyStreak(today());
  const games = GAMES.map((game, at) => {
    const isDone = ["solved", "played"].includes(states[at]);
    return make("span", { class: `game${isDone ? " is-done" : ""}` }, `${isDone ? "✓ " : ""}${gameTitle(game)}`, make("span", { class: "unseen" }, isDone ? t("daily.is_done") : t("daily.is_open")));
  });
  const words = left ? t(left === 3 ? "daily.new_today" : "daily.left_today", { count: left }) : t("daily.all_done");
  const next = streak ? t("daily.row", { row: t("daily.row_days", { count: streak }), next: nextWords() }) : nextWords();
  return [
    make("a", { class: "today", href: pageAddress("daily") }, make("strong", {}, words), ...games, make("span", { class: "next" }, next)),
  ];
}
