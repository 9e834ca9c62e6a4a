// Sprint: three minutes, one hand of 24 after the other, each harder than the last.

import { sentence } from "./shared/answers.js";
import { byId, clockTime, fill } from "./shared/dom.js";
import { Clock, Stopwatch } from "./games/clock.js";
import { dealHand } from "./games/dealing.js";
import { keyButton } from "./games/felt.js";
import { Game24 } from "./games/game24.js";
import { settingBox } from "./games/settings.js";
import { figures } from "./record/figures.js";
import { load, recordSprint, Unrecorded } from "./record/store.js";
import { listed, sentences, t } from "./shared/language.js";

const SECONDS = 180;
const [WRONG_COSTS, SKIP_COSTS] = [5, 10]; // seconds
const [HAND, COMBO, MOST_COMBO] = [10, 2, 10]; // points of a hand, and more for each hand before it in a row
const [STEP, WIDTH, TOP] = [5, 25, 70]; // percentiles: what a hand adds, how wide a choice is, where it ends
const DAY = 86_400_000; // milliseconds

const game = new Game24(byId("game"), { onEnd: solved, onNext: skip, onWrong: wrong, isBare: true });
const watch = new Stopwatch();
const clock = new Clock(watch, { onTick: showState, onEnd: finish });
let run = null;
let upcoming = null;

game.felt.extra.append(clock.element);
game.felt.extra.hidden = false;

/** A hand after this many. */
function request(hands) {
  const low = Math.min(TOP, STEP * hands);
  const hand = dealHand({ level: [low, low + WIDTH + (low === TOP ? STEP : 0)] });
  hand.catch(() => {});
  return hand;
}

async function start() {
  game.felt.setButtons();
  try {
    const first = await (upcoming ?? request(0));
    run = { points: 0, hands: 0, row: 0, best: 0, skipped: 0 };
    watch.reset();
    watch.run(true);
    clock.start(SECONDS);
    deal(first);
  } catch (error) {
    upcoming = null;
    game.felt.say(sentence(error.message), "bad");
    game.felt.setButtons(startButton(t("again")));
  }
}

function deal(hand) {
  upcoming = request(run.hands + run.skipped + 1);
  game.deal(hand, new Unrecorded());
  showState(clock.last);
}

/** The next hand; while it is on its way the time stops. */
async function next() {
  const current = run;
  watch.run(false);
  try {
    const hand = await upcoming;
    if (current !== run) return;
    watch.run(true);
    deal(hand);
  } catch (error) {
    if (current !== run) return;
    clock.stop();
    run = null;
    game.offerNext(sentence(error.message));
    game.felt.setButtons(startButton(t("sprint.again")));
  }
}

function solved(_isFirst, { solved: isRight }) {
  if (!run || !isRight) return;
  run.hands += 1;
  const points = HAND + COMBO * Math.min(run.row, MOST_COMBO);
  run.points += points;
  run.row += 1;
  run.best = Math.max(run.best, run.row);
  if (run.isOver) return;
  const right = t(run.row > 1 ? "sprint.right_row" : "sprint.right", { points: t("points", { count: points }), row: run.row });
  next().then(() => run && game.felt.say(sentences(right, t("sprint.hand", { numbers: listed(game.puzzle.numbers) })), "good"));
}

function wrong() {
  if (!run || run.isOver) return;
  run.row = 0;
  watch.add(WRONG_COSTS);
  game.felt.say(t("sprint.wrong"), "bad", t("sprint.costs", { seconds: WRONG_COSTS }));
}

/** The key for "next" starts, and skips a hand. */
function skip() {
  if (!run) return start();
  run.row = 0;
  run.skipped += 1;
  watch.add(SKIP_COSTS);
  next().then(() => run && game.felt.say(t("sprint.skipped", { seconds: SKIP_COSTS, numbers: listed(game.puzzle.numbers) })));
}

function showState(left) {
  if (!run) return;
  game.felt.facts.textContent = t(run.row > 1 ? "sprint.state_row" : "sprint.state", { time: clockTime(left), points: t("points", { count: run.points }), row: run.row });
}

/** Time is up; what is typed still counts. */
async function finish() {
  watch.run(false);
  run.isOver = true;
  if (!game.isOver) await game.judgeTyped();
  const { points, hands, best } = run;
  const before = bestSince("");
  recordSprint({ points, hands });
  run = null;
  game.offerNext("");
  const words = t("sprint.over", { points: t("points", { count: points }), hands: t("hands", { count: hands }) });
  const isBest = points > 0 && points > (before ?? 0);
  game.felt.say(words, isBest ? "good" : "", isBest ? t("sprint.is_best") : t("sprint.row", { row: best }));
  game.felt.setButtons(startButton(t("sprint.again")));
  game.felt.keepFocus();
  upcoming = request(0);
  showRecord();
}

const startButton = (name) => keyButton(name, "n", start, { isMain: true });

/** The most points of a sprint that ended at a time or later; null for none. */
function bestSince(time) {
  const points = load().sprint.runs.filter(({ ended }) => ended >= time).map((each) => each.points);
  return points.length ? Math.max(...points) : null;
}

function showRecord() {
  const now = Date.now();
  const shown = (time) => bestSince(time) ?? "–";
  const since = (days) => new Date(now - days * DAY).toISOString();
  const midnight = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
  fill(byId("record"), figures({ today: shown(midnight), week: shown(since(7)), ever: shown(""), sprints: load().sprint.runs.length }));
}

byId("rules").textContent = t("sprint.rules", { hand: HAND, combo: COMBO, most: COMBO * MOST_COMBO, wrong: WRONG_COSTS, skip: SKIP_COSTS });
fill(byId("settings"), settingBox("chains", false, t("settings.chains")));
showRecord();
game.offerNext(t("sprint.ready"));
game.felt.setButtons(startButton(t("start")));
upcoming = request(0);
