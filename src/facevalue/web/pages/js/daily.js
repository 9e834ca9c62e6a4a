// The puzzles of a day: one 24, one Countdown, one Digits, the same for everybody.

import { onQueryChange, pageAddress, showQuery } from "./shared/shell.js";
import { readAddress, showFault } from "./shared/address.js";
import { sentence } from "./shared/answers.js";
import { request } from "./shared/core.js";
import { DigitsGame } from "./games/digits_game.js";
import { byId, fill, make } from "./shared/dom.js";
import { keyButton } from "./games/felt.js";
import { Game24 } from "./games/game24.js";
import { NearestGame, PLAYED } from "./games/nearest_game.js";
import { Archive } from "./record/archive.js";
import { dailyStreak, dailyVisit, dateWords, dayAfter, dayBefore, daysPlayed, GAMES, gameTitle, nextWords, resultLines, today } from "./record/days.js";
import { figures, recordButtons } from "./record/figures.js";
import { drawResults, pictureOf, shareText } from "./record/share.js";
import { setting } from "./record/store.js";
import { sentences, t } from "./shared/language.js";

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
  const onwards = next ? [keyButton(t("daily.play", { game: gameTitle(next) }), "", () => { showGame(next); byId(`tab-${next}`).focus(); }, { isMain: true })] : [];
  return [...onwards, keyButton(t("daily.share"), "", share)];
}

function showResults() {
  const lines = resultLines(day.date);
  byId("share-panel").hidden = lines.length === 0;
  if (lines.length) {
    byId("share-text").value = shareText(day);
    byId("share-text").rows = byId("share-text").value.split("\n").length + 1;
    drawResults(byId("share-picture"), day);
    byId("share-picture").setAttribute("aria-label", t("daily.picture", { results: sentences(...lines) }));
  }
  fill(byId("record"), figures({ days_in_a_row: dailyStreak(today()), days_played: daysPlayed() }));
  for (const tab of document.querySelectorAll("[data-game]")) {
    fill(tab, gameTitle(tab.dataset.game), visitTo(tab.dataset.game).isOver ? make("span", { class: "done" }, t("daily.done")) : null);
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
  fill(byId("day"), t("daily.day", { date: dateWords(day.date), number: day.number }));
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
  const offer = seconds ? t("daily.seconds", { count: seconds }) : t("daily.no_clock");
  const begun = visit.isOver ? sentences(PLAYED, t("daily.replay")) : t("round.resume");
  const words = visit.now.first_seen || visit.isOver ? begun : offer;
  games.countdown.wait(words, () => games.countdown.deal(day.countdown, { seconds, visit }));
}

/** When the next puzzles come, and a link to them as soon as they have. */
function showNext() {
  const isOut = today() > dayOnOpening;
  fill(byId("next"), isOut ? make("a", { href: pageAddress("daily") }, t("daily.out")) : nextWords());
}

const shareSays = (words) => fill(byId("share-says"), words);

async function copyText() {
  const text = byId("share-text");
  try {
    await navigator.clipboard.writeText(text.value);
    shareSays(t("copied"));
  } catch {
    text.select();
    shareSays(t("daily.select"));
  }
}

async function savePicture() {
  const address = URL.createObjectURL(await pictureOf(byId("share-picture")));
  make("a", { href: address, download: `facevalue-${day.date}.png` }).click();
  URL.revokeObjectURL(address);
  shareSays(t("daily.saved"));
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
  if (date > today()) throw new Error(t("daily.not_out", { date: dateWords(date), today: dateWords(today()) }));
}

async function begin() {
  try {
    const date = readAddress(["date"]).get("date");
    const found = await request("daily", { date: date || null });
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
  fill(byId("day"), make("a", { href: pageAddress("daily") }, t("daily.today")));
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
