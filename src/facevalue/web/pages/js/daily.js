// The puzzles of a day: one 24, one Countdown, one Digits, the same for everybody.

import { pageAddress, question, showQuestion } from "./shell.js";
import { ask } from "./api.js";
import { DigitsGame } from "./digits_game.js";
import { byId, counted, fill, make, timeWords } from "./dom.js";
import { Game24 } from "./game24.js";
import { NearestGame } from "./nearest_game.js";
import { figures, recordButtons } from "./record.js";
import { dailyResult, dailyStreak, dayAfter, dayBefore, load, recordDaily, setting } from "./store.js";

const GAMES = ["24", "countdown", "digits"];
const today = () => new Date().toISOString().slice(0, 10);
let day = null;

const ended = (game) => (result) => {
  recordDaily(day.date, game, result);
  showResults();
};
const games = {
  24: new Game24(byId("game-24"), { onEnd: ended("24") }),
  countdown: new NearestGame(byId("game-countdown"), { onEnd: ended("countdown") }),
  digits: new DigitsGame(byId("game-digits"), { onEnd: ended("digits") }),
};

/** How a game of this day went, in words; without a word of its solution. */
const WORDS = {
  24: ({ solved, seconds, hints }) =>
    solved ? `solved in ${timeWords(seconds)} with ${hints ? counted(hints, "hint") : "no hints"}` : "not solved",
  countdown: ({ points, distance }) => `${counted(points, "point")}, ${distance === "0" ? "exact" : `${distance} away`}`,
  digits: ({ stars, of }) => `${stars} of ${of} stars`,
};
const TITLES = { 24: "24", countdown: "Countdown", digits: "Digits" };

function resultLines() {
  return GAMES.filter((game) => dailyResult(day.date, game)).map(
    (game) => `${TITLES[game]}: ${WORDS[game](dailyResult(day.date, game))}.`,
  );
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
  const played = Object.keys(load().daily).length;
  fill(byId("record"), figures({ "Days in a row": dailyStreak(today()), "Days played": played }));
  for (const tab of document.querySelectorAll("[data-game]")) {
    const isDone = dailyResult(day.date, tab.dataset.game);
    fill(tab, TITLES[tab.dataset.game], isDone ? make("span", { class: "done" }, " done") : null);
  }
}

function showGame(name) {
  for (const tab of document.querySelectorAll("[data-game]")) {
    const isOpen = tab.dataset.game === name;
    tab.setAttribute("aria-selected", String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    byId(`game-${tab.dataset.game}`).hidden = !isOpen;
  }
}

function showDay() {
  fill(byId("day"), `Day ${day.number}, ${dateWords(day.date)}`);
  byId("before").href = pageAddress("daily", `date=${dayBefore(day.date)}`);
  byId("after").href = pageAddress("daily", `date=${dayAfter(day.date)}`);
  byId("before").hidden = day.date <= day.first;
  byId("after").hidden = day.date >= today();
  games["24"].deal(day.classic);
  const seconds = Number(setting("countdown_seconds", "30"));
  const time = seconds ? `${seconds} seconds` : "As long as you like";
  games.countdown.wait(`${time} for one target. Start when you are ready.`, () => games.countdown.deal(day.countdown, { seconds }));
  document.querySelector('[data-game="digits"]').hidden = !day.digits;
  if (day.digits) games.digits.deal(day.digits);
  showResults();
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

async function begin() {
  try {
    day = await ask("daily", { date: question().get("date") });
    showQuestion(`date=${day.date}`, { replace: true });
    showDay();
  } catch (error) {
    day = null;
    fill(byId("day"), error.message);
    games["24"].felt.say(error.message, "bad");
  }
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
begin();
