// Your page: history, times by difficulty, the hands that took longest, and the record as a file.

import { byId, clockTime, fill, make } from "./shared/dom.js";
import { dailyStreak, dateWords, daysPlayed, today } from "./record/days.js";
import { figures, playNumbers, recordButtons, saveText } from "./record/figures.js";
import { levels, longest, played } from "./record/history.js";
import { damaged, load } from "./record/store.js";

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
    isEmpty ? note("Solve hands of 24 to see your times here.") : table(["", "Solved", "Your median", "People"], rows.map(({ level, count, seconds, people }) => [level, String(count), time(seconds), time(people)])),
  );
}

function showLongest() {
  const rows = longest(LONGEST).map(({ name, address, puzzle }) => [make("a", { href: address }, name), clockTime(puzzle.seconds), puzzle.outcome.people ? clockTime(puzzle.outcome.people) : "–"]);
  fill(byId("longest"), rows.length ? table(["Play again", "You", "People"], rows) : note("None yet."));
}

function showHistory() {
  const all = played();
  const rows = all.slice(0, listed).map(({ title, name, address, puzzle }) => [make("a", { href: address }, `${title}: ${name}`), howWords(puzzle), whenWords(puzzle.outcome.ended)]);
  const more = make("button", { type: "button", class: "button", onclick: () => { listed += PER_PAGE; showHistory(); } }, "Show more");
  fill(byId("history"), rows.length ? table(["Puzzle", "Result", "Day"], rows) : note("Nothing has been played yet."), all.length > listed ? more : null);
}

function howWords({ outcome, seconds }) {
  if ("stars" in outcome) return `${outcome.stars} of ${outcome.of} stars`;
  if ("points" in outcome) return `${outcome.points} points`;
  return outcome.solved ? clockTime(seconds) : "not solved";
}

/** A day, or nothing where storage has no date. */
function whenWords(ended) {
  const date = String(ended ?? "").slice(0, 10);
  return Number.isNaN(Date.parse(date)) ? "" : dateWords(date, { day: "numeric", month: "short", ...(date.slice(0, 4) === today().slice(0, 4) ? {} : { year: "numeric" }) });
}

function showAll() {
  const sprints = load().sprint.runs.map(({ points }) => points);
  fill(byId("record"), figures({ ...playNumbers(), Rung: load().play.rung, "Days in a row": dailyStreak(today()), "Days played": daysPlayed(), "Best sprint": sprints.length ? Math.max(...sprints) : "–" }));
  showLevels();
  showLongest();
  showHistory();
  const text = damaged();
  byId("damaged").hidden = text === null;
  fill(byId("damaged"), "A stored record could not be read, and a new one was begun. ", make("button", { type: "button", class: "button", onclick: () => saveText(text, "facevalue-damaged.txt") }, "Save the old one as a file"));
}

fill(byId("record-buttons"), recordButtons(showAll, { isImporting: true }));
showAll();
