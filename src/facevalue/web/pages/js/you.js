// Your page: history, times by difficulty, the hands that took longest, and the record as a file.

import { byId, clockTime, fill, make } from "./shared/dom.js";
import { dailyStreak, dateWords, daysPlayed, today } from "./record/days.js";
import { figures, playNumbers, recordButtons, saveText } from "./record/figures.js";
import { levels, longest, played } from "./record/history.js";
import { playerRating } from "./record/rating.js";
import { damaged, load } from "./record/store.js";
import { t } from "./shared/language.js";

const LONGEST = 10;
const PER_PAGE = 30;
let listed = PER_PAGE;

const note = (words) => make("p", { class: "note" }, words);

function table(heads, rows) {
  const cells = (row) => row.map((cell, at) => make(at ? "td" : "th", at ? {} : { scope: "row" }, cell));
  return make(
    "div",
    { class: "scrolls" },
    make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells(row))))),
  );
}

function showLevels() {
  const rows = levels();
  const time = (seconds) => (seconds === undefined ? "–" : clockTime(seconds));
  const isEmpty = rows.every(({ count }) => count === 0);
  fill(
    byId("levels"),
    isEmpty ? note(t("you.no_levels")) : table(["", t("you.solved"), t("you.median"), t("you.people")], rows.map(({ level, count, seconds, people }) => [t(`level.${level}`), String(count), time(seconds), time(people)])),
  );
}

function showLongest() {
  const rows = longest(LONGEST).map(({ name, address, puzzle }) => [make("a", { href: address }, name), clockTime(puzzle.seconds), puzzle.outcome.people ? clockTime(puzzle.outcome.people) : "–"]);
  fill(byId("longest"), rows.length ? table([t("you.again"), t("you.you"), t("you.people")], rows) : note(t("none")));
}

function showHistory() {
  const all = played();
  const rows = all.slice(0, listed).map(({ title, name, address, puzzle }) => [make("a", { href: address }, t("you.named", { game: title, name })), howWords(puzzle), whenWords(puzzle.outcome.ended)]);
  const more = make("button", { type: "button", class: "button", onclick: () => { listed += PER_PAGE; showHistory(); } }, t("you.more"));
  fill(byId("history"), rows.length ? table([t("you.puzzle"), t("you.result"), t("you.day")], rows) : note(t("you.nothing")), all.length > listed ? more : null);
}

function howWords({ outcome, seconds }) {
  if ("stars" in outcome) return t("result.stars", { stars: outcome.stars, most: outcome.of });
  if ("points" in outcome) return t("points", { count: outcome.points });
  return outcome.solved ? clockTime(seconds) : t("you.not_solved");
}

/** A day, or nothing where storage has no date. */
function whenWords(ended) {
  const date = String(ended ?? "").slice(0, 10);
  return Number.isNaN(Date.parse(date)) ? "" : dateWords(date, { day: "numeric", month: "short", ...(date.slice(0, 4) === today().slice(0, 4) ? {} : { year: "numeric" }) });
}

function showAll() {
  const sprints = load().sprint.runs.map(({ points }) => points);
  fill(byId("record"), figures({ ...playNumbers(), rating: playerRating() ?? "–", rung: load().play.rung, days_in_a_row: dailyStreak(today()), days_played: daysPlayed(), best_sprint: sprints.length ? Math.max(...sprints) : "–" }));
  showLevels();
  showLongest();
  showHistory();
  const text = damaged();
  byId("damaged").hidden = text === null;
  fill(byId("damaged"), t("you.damaged"), " ", make("button", { type: "button", class: "button", onclick: () => saveText(text, "facevalue-damaged.txt") }, t("you.save_damaged")));
}

fill(byId("record-buttons"), recordButtons(showAll, { isImporting: true }));
showAll();
