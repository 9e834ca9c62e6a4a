// Play 24: deals one hand after the other.

import { queryOf, readAddress, readNumber, showFault } from "./shared/address.js";
import { sentence } from "./shared/answers.js";
import { byId, fill } from "./shared/dom.js";
import { choices, isOnLadder, showChoices } from "./games/choices.js";
import { dealHand, RUNGS, withLimits } from "./games/dealing.js";
import { Game24 } from "./games/game24.js";
import { settingBox, tableSettings } from "./games/settings.js";
import { PLAYED_RULES } from "./shared/titles.js";
import { showToday } from "./record/today.js";
import { playerRating } from "./record/rating.js";
import { figures, playNumbers, recordButtons } from "./record/figures.js";
import { onQueryChange, showQuery } from "./shared/shell.js";
import { isSolvedAlone, load, moveRung, recordDealt, recordPlayed, recordSkipped, setting, Visit } from "./record/store.js";
import { cardsOf, worthOf } from "./cards/suits.js";
import { listed, t } from "./shared/language.js";

const RULES = "classic";
const TARGET = 24;
const [FEWEST, MOST] = [2, 6]; // numbers on the table

const game = new Game24(byId("game"), { onEnd: ended, onNext: nextAsked });
let upcoming = null;

function ended(isFirst) {
  if (isFirst) {
    recordPlayed(game.visit.now);
    if (isOnLadder()) climb(game.visit.now);
  }
  showRecord();
}

/** Up a rung if a hand was solved alone and as fast as people solve it; down if it was given up. */
function climb(puzzle) {
  const { seconds, outcome: { solved, people } } = puzzle;
  if (!isSolvedAlone(puzzle)) moveRung(solved ? 0 : -1, RUNGS);
  else if (!people || seconds <= people) moveRung(1, RUNGS);
  showChoices();
  requestAhead();
}

/** Requests the hand after this one early, so that "next" does not have to wait. */
function requestAhead() {
  upcoming = dealHand(choices());
  upcoming.catch(() => {});
}

/** Other choices: the hand on the table is left, and one of the new kind is dealt. */
function chosen() {
  showRecord();
  recordDealt("");
  requestAhead();
  next();
}

function nextAsked() {
  showFault("");
  next();
}

async function next() {
  const waiting = await dealtBefore();
  const isElsewhere = waiting && addressOf(waiting) !== (game.puzzle && addressOf(game.puzzle));
  const requested = upcoming ?? (requestAhead(), upcoming);
  try {
    const puzzle = isElsewhere ? waiting : await requested;
    if (!game.isOver && !game.visit.isOver) {
      recordSkipped();
      if (isOnLadder()) moveRung(-1, RUNGS);
    }
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
  byId("title").textContent = t(puzzle.cards.length ? "play.cards" : "play.numbers", { target: puzzle.target, size: t(`size.${puzzle.numbers.length}`) });
  game.deal(puzzle, new Visit("play", addressOf(sorted(puzzle))));
}

/** The query in the address for a puzzle. */
function addressOf({ cards, numbers, target, rules }) {
  const isUsual = `${target}` === `${TARGET}`;
  const more = { rules: rules === RULES ? null : rules };
  return queryOf(cards.length ? { cards: cards.join(","), target: isUsual ? null : target, ...more } : { numbers, target, ...more });
}

/** The same puzzle, whatever the order on the table. */
function sorted(puzzle) {
  if (puzzle.limits.order === "given") return puzzle;
  return { ...puzzle, cards: [...puzzle.cards].sort(), numbers: puzzle.numbers.map(String).sort() };
}

/** The puzzle in the address: cards or numbers, a target and rules; null without one. */
async function addressed(given) {
  const [cards, numbers] = [given.get("cards") ?? "", given.get("numbers") ?? ""];
  const target = readNumber("target", given.get("target") || `${TARGET}`);
  const rules = (given.get("rules") || RULES).toLowerCase();
  if (!PLAYED_RULES.includes(rules)) throw new Error(t("play.rules", { given: rules, known: listed(PLAYED_RULES) }));
  if (cards && numbers) throw new Error(t("play.both"));
  if (cards) return withLimits({ ...cardsPuzzle(cards, target), rules });
  if (numbers) return withLimits({ ...numbersPuzzle(numbers, target), rules });
  if (given.get("target")) throw new Error(t("play.only_target"));
  return null;
}

function cardsPuzzle(text, target) {
  const cards = cardsOf(text);
  if (!cards) throw new Error(t("play.bad_cards", { given: text }));
  checkCount(cards, "play.count_cards");
  const twice = cards.find((card, at) => cards.indexOf(card) !== at);
  if (twice) throw new Error(t("play.twice", { card: twice }));
  return { numbers: cards.map(worthOf), cards, target };
}

function numbersPuzzle(text, target) {
  const numbers = text.split(/[\s,]+/).filter(Boolean);
  for (const number of numbers) readNumber("numbers", number);
  checkCount(numbers, "play.count_numbers");
  return { numbers, cards: [], target };
}

function checkCount({ length: count }, message) {
  if (count < FEWEST || count > MOST) throw new Error(t(message, { fewest: FEWEST, most: MOST, count }));
}

/** The hand that was dealt last and is not over, so that leaving the page skips nothing. */
async function dealtBefore() {
  try {
    const puzzle = await addressed(new URLSearchParams(load().play.open));
    return puzzle && !new Visit("play", addressOf(sorted(puzzle))).isOver ? puzzle : null;
  } catch {
    return null;
  }
}

async function begin() {
  try {
    const puzzle = await addressed(readAddress(["cards", "numbers", "target", "rules"]));
    if (puzzle) show(puzzle, { replace: true });
    else next();
  } catch (error) {
    showFault(error.message);
    game.offerNext(t("play.not_there"));
  }
}

function settingBoxes() {
  return [
    settingBox("warns", true, t("settings.warns")),
    settingBox("deals_unsolvable", false, t("settings.unsolvable"), requestAhead),
    ...tableSettings(),
  ];
}

function showSettings() {
  fill(byId("settings"), ...settingBoxes());
}

function showRecord() {
  const rating = isOnLadder() ? { rating: playerRating() ?? "–" } : {};
  fill(byId("record"), figures({ ...playNumbers(), ...rating }));
}

showToday(byId("today"));
showChoices(chosen);
showSettings();
fill(byId("record-buttons"), recordButtons(() => {
  showRecord();
  showSettings();
}));
showRecord();
onQueryChange(begin);
begin();
if (!upcoming) requestAhead();
