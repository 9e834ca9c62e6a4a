// Play 24: deals one hand after the other.

import { readAddress, readNumber, showFault } from "./shared/address.js";
import { sentence } from "./shared/answers.js";
import { request, queryOf } from "./shared/api.js";
import { byId, fill } from "./shared/dom.js";
import { Game24 } from "./games/game24.js";
import { settingBox, tableSettings } from "./games/settings.js";
import { showToday } from "./record/today.js";
import { playFigures, recordButtons } from "./record/figures.js";
import { onQueryChange, showQuery } from "./shared/shell.js";
import { load, recordDealt, recordPlayed, recordSkipped, setting, Visit } from "./record/store.js";
import { cardsOf } from "./cards/suits.js";

const COURTS = { T: 10, J: 11, Q: 12, K: 13, A: 1 };
const RULES = "classic";
const TARGET = 24;
const [FEWEST, MOST] = [2, 6]; // numbers on the table

const game = new Game24(byId("game"), { onEnd: ended, onNext: nextAsked });
let upcoming = null;

function ended(isFirst) {
  if (isFirst) recordPlayed(game.visit.now);
  showRecord();
}

/** Requests the hand after this one early, so that "next" does not have to wait. */
function requestAhead() {
  upcoming = request("deal", { rules: RULES, solvable: setting("deals_unsolvable", false) ? null : true });
  upcoming.catch(() => {});
}

function nextAsked() {
  showFault("");
  next();
}

async function next() {
  const waiting = dealtBefore();
  const isElsewhere = waiting && addressOf(waiting) !== (game.puzzle && addressOf(game.puzzle));
  const requested = upcoming ?? (requestAhead(), upcoming);
  try {
    const puzzle = isElsewhere ? waiting : await requested;
    if (!game.isOver && !game.visit.isOver) recordSkipped();
    // Without `replace`, going Back to an address without a query would deal again.
    show(puzzle, { replace: !location.search });
    showRecord();
    if (isElsewhere) return;
    recordDealt(addressOf(puzzle));
    requestAhead();
  } catch (error) {
    upcoming = null;
    game.felt.say(sentence(error.message), "bad");
  }
}

function show(puzzle, { replace = false } = {}) {
  showQuery(addressOf(puzzle), { replace });
  game.deal(puzzle, new Visit("play", addressOf(sorted(puzzle))));
}

/** The query in the address for a puzzle. */
function addressOf({ cards, numbers, target }) {
  const isUsual = `${target}` === `${TARGET}`;
  return queryOf(cards.length ? { cards: cards.join(","), target: isUsual ? null : target } : { numbers, target });
}

/** The same puzzle, whatever the order on the table. */
const sorted = (puzzle) => ({ ...puzzle, cards: [...puzzle.cards].sort(), numbers: puzzle.numbers.map(String).sort() });

/** The puzzle in the address: cards or numbers, and a target; null without one. */
function addressed(given) {
  const [cards, numbers] = [given.get("cards") ?? "", given.get("numbers") ?? ""];
  const target = readNumber("target", given.get("target") || `${TARGET}`);
  if (cards && numbers) throw new Error("The address has both cards and numbers; use only one of them.");
  if (cards) return cardsPuzzle(cards, target);
  if (numbers) return numbersPuzzle(numbers, target);
  if (given.get("target")) throw new Error("The address has a target but no cards and no numbers.");
  return null;
}

function cardsPuzzle(text, target) {
  const cards = cardsOf(text);
  if (!cards) throw new Error(`The cards must be a list such as Ts,6h,5d,2c, not “${text}”.`);
  checkCount(cards, "cards");
  const twice = cards.find((card, at) => cards.indexOf(card) !== at);
  if (twice) throw new Error(`The address has the card ${twice} twice.`);
  return { numbers: cards.map(([rank]) => COURTS[rank] ?? Number(rank)), cards, target, rules: RULES };
}

function numbersPuzzle(text, target) {
  const numbers = text.split(/[\s,]+/).filter(Boolean);
  for (const number of numbers) readNumber("numbers", number);
  checkCount(numbers, "numbers");
  return { numbers, cards: [], target, rules: RULES };
}

function checkCount({ length }, what) {
  if (length < FEWEST || length > MOST) throw new Error(`A puzzle has ${FEWEST} to ${MOST} ${what}; the address has ${length}.`);
}

/** The hand that was dealt last and is not over, so that leaving the page skips nothing. */
function dealtBefore() {
  try {
    const puzzle = addressed(new URLSearchParams(load().play.open));
    return puzzle && !new Visit("play", addressOf(sorted(puzzle))).isOver ? puzzle : null;
  } catch {
    return null;
  }
}

function begin() {
  try {
    const puzzle = addressed(readAddress(["cards", "numbers", "target"]));
    if (puzzle) show(puzzle, { replace: true });
    else next();
  } catch (error) {
    showFault(error.message);
    game.offerNext("This hand does not exist. Deal another one.");
  }
}

function settingBoxes() {
  return [
    settingBox("warns", true, "Show a warning when the target can no longer be made"),
    settingBox("deals_unsolvable", false, "Also deal hands without a solution", () => {
      requestAhead();
    }),
    ...tableSettings(),
  ];
}

function showSettings() {
  fill(byId("settings"), ...settingBoxes());
}

function showRecord() {
  fill(byId("record"), playFigures());
}

showToday(byId("today"));
showSettings();
fill(byId("record-buttons"), recordButtons(() => {
  showRecord();
  showSettings();
}));
showRecord();
onQueryChange(begin);
begin();
if (!upcoming) requestAhead();
