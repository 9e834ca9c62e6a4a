// The puzzles of a day: one 24, one Countdown, one Digits, the same for everybody.

import { onQueryChange, pageAddress, showQuery } from "./shared/shell.js";
import { readAddress, showFault } from "./shared/address.js";
import { sentence } from "./shared/answers.js";
import { request } from "./shared/api.js";
import { DigitsGame } from "./games/digits_game.js";
import { byId, counted, fill, make, timeWords } from "./shared/dom.js";
import { Game24 } from "./games/game24.js";
import { NearestGame, PLAYED } from "./games/nearest_game.js";
import { figures, recordButtons } from "./shared/record.js";
import { dailyStreak, dailyVisit, dayAfter, dayBefore, daysPlayed, setting } from "./shared/store.js";

const GAMES = ["24", "countdown", "digits"];
const today = () => new Date().toISOString().slice(0, 10);
let day = null;

const games = {
  24: new Game24(byId("game-24"), { onEnd: showResults }),
  countdown: new NearestGame(byId("game-countdown"), { onEnd: showResults }),
  digits: new DigitsGame(byId("game-digits"), { onEnd: showResults }),
};

const visitTo = (game) => dailyVisit(day.date, game);

/** How a game of this day went, in words; without a word of its solution. */
const WORDS = {
  24: ({ outcome: { solved }, seconds, hints, saw_solution: sawSolution }) => {
    const taken = hints ? counted(hints, "hint") : "no hints";
    if (!solved) return hints ? `not solved, with ${taken}` : "not solved";
    return `solved in ${timeWords(seconds)} with ${taken}${sawSolution ? ", the last of them the solution" : ""}`;
  },
  countdown: ({ outcome: { points, distance } }) => `${counted(points, "point")}, ${distance === "0" ? "exact" : `${distance} away`}`,
  digits: ({ outcome: { stars, of } }) => `${stars} of ${of} stars`,
};
const TITLES = { 24: "24", countdown: "Countdown", digits: "Digits" };

function resultLines() {
  return GAMES.filter((game) => visitTo(game).isOver).map((game) => `${TITLES[game]}: ${WORDS[game](visitTo(game).now)}.`);
}

function shareText() {
  const link = new URL(pageAddress("daily", `date=${day.date}`), location.href);
  return [`facevalue daily ${day.number}, ${day.date}`, ...resultLines(), link.href].join("\n");
}

function showResults() {
  const lines = resultLines();
  byId("share-panel").hidden = lines.length === 0;
  byId("share-text").value = shareText();
  byId("share-text").rows = lines.length + 2;
  fill(byId("record"), figures({ "Days in a row": dailyStreak(today()), "Days played": daysPlayed() }));
  for (const tab of document.querySelectorAll("[data-game]")) {
    fill(tab, TITLES[tab.dataset.game], visitTo(tab.dataset.game).isOver ? make("span", { class: "done" }, " done") : null);
  }
}

function showGame(name) {
  for (const tab of document.querySelectorAll("[data-game]")) {
    const isOpen = tab.dataset.game === name;
    tab.setAttribute("aria-selected", String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    byId(`game-${tab.dataset.game}`).hidden = !isOpen;
  }
  for (const game of Object.values(games)) game.viewChanged();
}

function showDay() {
  fill(byId("day"), `Day ${day.number}, ${dateWords(day.date)}`);
  byId("before").href = pageAddress("daily", `date=${dayBefore(day.date)}`);
  byId("after").href = pageAddress("daily", `date=${dayAfter(day.date)}`);
  byId("before").hidden = day.date <= day.first;
  byId("after").hidden = day.date >= today();
  byId("days").hidden = false;
  games["24"].deal(day.classic, visitTo("24"));
  waitForCountdown();
  document.querySelector('[data-game="digits"]').hidden = !day.digits;
  if (day.digits) games.digits.deal(day.digits, visitTo("digits"));
  showResults();
}

/** The round waits for a click, as its clock would run at once. */
function waitForCountdown() {
  const seconds = Number(setting("countdown_seconds", "30"));
  const visit = visitTo("countdown");
  const time = seconds ? `${seconds} seconds` : "As long as you like";
  const begun = visit.isOver ? `${PLAYED} Start to play it again.` : "You can resume your round.";
  const words = visit.now.first_seen || visit.isOver ? begun : `${time} for one target. Start when you are ready.`;
  games.countdown.wait(words, () => games.countdown.deal(day.countdown, { seconds, visit }));
}

function dateWords(date) {
  const options = { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" };
  return new Intl.DateTimeFormat("en-GB", options).format(new Date(`${date}T00:00:00Z`));
}

async function copyShared() {
  const text = byId("share-text");
  try {
    await navigator.clipboard.writeText(text.value);
    fill(byId("share-says"), "Copied.");
  } catch {
    text.select();
    fill(byId("share-says"), "The text is selected; copy it with your keyboard or menu.");
  }
}

/** Refuses days in the future: the puzzles of a day appear at midnight UTC. */
function checkHasCome(date) {
  if (date > today()) throw new Error(`The puzzles of ${dateWords(date)} are not out yet; today is ${dateWords(today())}.`);
}

async function begin() {
  try {
    const date = readAddress(["date"]).get("date");
    const found = await request("daily", { date });
    if (date) checkHasCome(found.date);
    day = found;
    showQuery(`date=${day.date}`, { replace: true });
    showDay();
  } catch (error) {
    showNoDay(sentence(error.message));
  }
}

/** Nothing to play, why, and the way to today. */
function showNoDay(message) {
  day = null;
  showFault(message);
  fill(byId("day"), make("a", { href: pageAddress("daily") }, "Today’s puzzles"));
  byId("days").hidden = true;
  byId("share-panel").hidden = true;
}

function moveTab(event) {
  const tabs = [...document.querySelectorAll("[data-game]:not([hidden])")];
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  const next = tabs.at((tabs.indexOf(event.target) + by) % tabs.length);
  next.focus();
  showGame(next.dataset.game);
}

for (const tab of document.querySelectorAll("[data-game]")) {
  tab.addEventListener("click", () => showGame(tab.dataset.game));
  tab.addEventListener("keydown", moveTab);
}
byId("copy").addEventListener("click", copyShared);
fill(byId("record-buttons"), recordButtons(() => day && showResults()));
showGame("24");
onQueryChange(begin);
begin();
