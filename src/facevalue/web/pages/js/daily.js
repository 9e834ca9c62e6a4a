// The puzzles of a day: one 24, one Countdown, one Digits, the same for everybody.

import { onQueryChange, pageAddress, showQuery } from "./shared/shell.js";
import { readAddress, showFault } from "./shared/address.js";
import { sentence } from "./shared/answers.js";
import { request } from "./shared/api.js";
import { DigitsGame } from "./games/digits_game.js";
import { byId, fill, make } from "./shared/dom.js";
import { keyButton } from "./games/felt.js";
import { Game24 } from "./games/game24.js";
import { NearestGame, PLAYED } from "./games/nearest_game.js";
import { Archive } from "./record/archive.js";
import { dailyStreak, dailyVisit, dateWords, dayAfter, dayBefore, daysPlayed, GAMES, nextWords, resultLines, TITLES, today } from "./record/days.js";
import { figures, recordButtons } from "./record/figures.js";
import { drawResults, pictureOf, shareText } from "./record/share.js";
import { setting } from "./record/store.js";

const TICK = 15_000; // milliseconds between two updates of the time until the next puzzles
let day = null;
const dayOnOpening = today();

const games = {
  24: new Game24(byId("game-24"), { onEnd: showResults, endButtons: () => endButtons("24") }),
  countdown: new NearestGame(byId("game-countdown"), { onEnd: showResults, endButtons: () => endButtons("countdown") }),
  digits: new DigitsGame(byId("game-digits"), { onEnd: showResults, endButtons: () => endButtons("digits") }),
};
const archive = new Archive(byId("archive"));

const visitTo = (game) => dailyVisit(day.date, game);

/** What comes after a game: the next one that is not over, and the results to share. */
function endButtons(ended) {
  const next = GAMES.find((game) => game !== ended && !visitTo(game).isOver && (game !== "digits" || day.digits));
  const onwards = next ? [keyButton(`Play ${TITLES[next]}`, "", () => { showGame(next); byId(`tab-${next}`).focus(); }, { isMain: true })] : [];
  return [...onwards, keyButton("Share", "", share)];
}

function showResults() {
  const lines = resultLines(day.date);
  byId("share-panel").hidden = lines.length === 0;
  if (lines.length) {
    byId("share-text").value = shareText(day);
    byId("share-text").rows = byId("share-text").value.split("\n").length + 1;
    drawResults(byId("share-picture"), day);
    byId("share-picture").setAttribute("aria-label", `Picture of squares and stars. ${lines.join(" ")}`);
  }
  fill(byId("record"), figures({ "Days in a row": dailyStreak(today()), "Days played": daysPlayed() }));
  for (const tab of document.querySelectorAll("[data-game]")) {
    fill(tab, TITLES[tab.dataset.game], visitTo(tab.dataset.game).isOver ? make("span", { class: "done" }, " done") : null);
  }
  archive.show(day);
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
  fill(byId("day"), `${dateWords(day.date)}, day ${day.number}`);
  byId("before").href = pageAddress("daily", `date=${dayBefore(day.date)}`);
  byId("after").href = pageAddress("daily", `date=${dayAfter(day.date)}`);
  byId("before").hidden = day.date <= day.first;
  byId("after").hidden = day.date >= today();
  byId("days").hidden = false;
  games["24"].deal({ ...day.classic, solvable: true }, visitTo("24"));
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

/** When the next puzzles come, and a link to them as soon as they have. */
function showNext() {
  const isOut = today() > dayOnOpening;
  fill(byId("next"), isOut ? make("a", { href: pageAddress("daily") }, "New puzzles are out") : nextWords());
}

const shareSays = (words) => fill(byId("share-says"), words);

async function copyText() {
  const text = byId("share-text");
  try {
    await navigator.clipboard.writeText(text.value);
    shareSays("Copied.");
  } catch {
    text.select();
    shareSays("The text is selected; copy it with your keyboard or menu.");
  }
}

async function savePicture() {
  const address = URL.createObjectURL(await pictureOf(byId("share-picture")));
  make("a", { href: address, download: `facevalue-${day.date}.png` }).click();
  URL.revokeObjectURL(address);
  shareSays("Saved as a picture.");
}

/** Hands the results to the device where it can share, and copies them elsewhere. */
async function share() {
  const text = shareText(day);
  const files = [await pictureOf(byId("share-picture"))];
  try {
    if (navigator.canShare?.({ text, files })) return await navigator.share({ text, files });
  } catch (error) {
    if (error.name === "AbortError") return;
  }
  await copyText();
  byId("share-panel").scrollIntoView({ block: "nearest" });
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
byId("copy").addEventListener("click", copyText);
byId("save-picture").addEventListener("click", savePicture);
fill(byId("record-buttons"), recordButtons(() => day && showResults()));
showGame("24");
showNext();
setInterval(showNext, TICK);
onQueryChange(begin);
begin();
