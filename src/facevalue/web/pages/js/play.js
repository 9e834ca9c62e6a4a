// Play 24: deals one hand after the other.

import "./shell.js";
import { ask, queryOf } from "./api.js";
import { byId, fill } from "./dom.js";
import { Game24, settingBox } from "./game24.js";
import { playFigures, recordButtons } from "./record.js";
import { onQuestionChange, question, showQuestion } from "./shell.js";
import { recordGivenUp, recordSolved, setting } from "./store.js";
import { RANKS } from "./suits.js";

const COURTS = { T: 10, J: 11, Q: 12, K: 13, A: 1 };
const RULES = "classic";

const game = new Game24(byId("game"), { onEnd: ended, onNext: next });
let upcoming = null;

function ended({ solved, seconds, hints }) {
  if (solved) recordSolved(seconds, hints);
  else recordGivenUp();
  showRecord();
}

/** Asks for the hand after this one early, so that "next" need not wait. */
function askAhead() {
  upcoming = ask("deal", { rules: RULES, solvable: setting("deals_unsolvable", false) ? null : true });
  upcoming.catch(() => {});
}

async function next() {
  const asked = upcoming ?? (askAhead(), upcoming);
  try {
    // Going back to an address without a question would deal again and lead nowhere.
    show(await asked, { replace: !location.search });
    askAhead();
  } catch (error) {
    upcoming = null;
    game.felt.say(error.message, "bad");
  }
}

function show(puzzle, { replace = false } = {}) {
  const isCards = puzzle.cards?.length > 0;
  const asked = isCards ? { cards: puzzle.cards.join(",") } : { numbers: puzzle.numbers, target: puzzle.target };
  showQuestion(queryOf(asked), { replace });
  game.deal(puzzle);
}

const isNumber = (text) => /^-?\d+(\/[1-9]\d*)?$/.test(text);

/** The puzzle in the address: cards, or numbers and a target; null without one. */
function addressed() {
  const asked = question();
  const cards = (asked.get("cards") ?? "").split(",").filter((card) => RANKS.includes(card[0]) && /^.[shdc]$/.test(card));
  if (cards.length > 1) {
    const numbers = cards.map(([rank]) => COURTS[rank] ?? Number(rank));
    return { numbers, cards, target: 24, rules: RULES };
  }
  const numbers = (asked.get("numbers") ?? "").split(/[\s,]+/).filter(isNumber);
  if (numbers.length < 2 || numbers.length > 6) return null;
  const target = asked.get("target") || "24";
  if (!isNumber(target)) throw new Error(`The target must be a whole number or a fraction such as 7/2, not “${target}”.`);
  return { numbers, cards: [], target, rules: RULES };
}

function begin() {
  try {
    const puzzle = addressed();
    if (puzzle) show(puzzle, { replace: true });
    else next();
  } catch (error) {
    game.felt.say(error.message, "bad");
    game.showButtons();
  }
}

function settingBoxes() {
  return [
    settingBox("warns", true, "Warn quietly when a step leaves no way to the target"),
    settingBox("deals_unsolvable", false, "Deal hands without a solution too", () => {
      askAhead();
      if (!game.isOver) game.showButtons();
    }),
  ];
}

function showSettings() {
  fill(byId("settings"), ...settingBoxes());
}

function showRecord() {
  fill(byId("record"), playFigures());
}

showSettings();
fill(byId("record-buttons"), recordButtons(() => {
  showRecord();
  showSettings();
  if (!game.isOver) game.showButtons();
}));
showRecord();
onQuestionChange(begin);
begin();
if (!upcoming) askAhead();
