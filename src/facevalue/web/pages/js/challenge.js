// Challenge: the same hands of 24 for everybody who has the link, and the times next to each other.

import { isPublic, onQueryChange, pageAddress, showQuery } from "./shared/shell.js";
import { queryOf, readAddress, showFault } from "./shared/address.js";
import { MOST_LISTED, sentence } from "./shared/answers.js";
import { request } from "./shared/core.js";
import { byId, clockTime, fill } from "./shared/dom.js";
import { challengeQuery, handSeed, newSeed, readChallenge } from "./challenge/link.js";
import { keyButton } from "./games/felt.js";
import { Game24 } from "./games/game24.js";
import { sheetParts } from "./challenge/sheet.js";
import { timesRows, timesWords } from "./challenge/times.js";
import { choose, setting, Unrecorded, Visit } from "./record/store.js";
import { listed, sentences, t } from "./shared/language.js";

const TICK = 250; // milliseconds
const game = new Game24(byId("game"), { onEnd: solved, onNext: skip, isBare: true });
let challenge = null; // what the link says, and its hands once they are dealt
let times = []; // of the hands that are over, in this game
let isPlaying = false;

const visit = () => new Visit("challenge", queryOf(challengeQuery({ ...challenge, times: null })));
/** The times that count: of the first game that was finished. */
const myTimes = () => visit().now.outcome?.times ?? null;

/** The hands of the challenge, dealt once; after a failure they are dealt again. */
function hands() {
  const current = challenge;
  current.dealt ??= Promise.all(Array.from({ length: current.hands }, (_, at) => dealHand(handSeed(current, at))));
  current.dealt.catch(() => (current.dealt = null));
  return current.dealt;
}

async function dealHand(seed) {
  const hand = await request("deal", { rules: "classic", solvable: true, seed });
  const { difficulty } = await request("difficulty", { numbers: hand.numbers });
  return { ...hand, solvable: true, people: difficulty.seconds };
}

async function start() {
  game.felt.setButtons();
  const current = challenge;
  try {
    await hands();
    if (current !== challenge) return;
    const { outcome, progress } = visit().now;
    times = !outcome && Array.isArray(progress.times) ? readTimes(progress.times) : [];
    isPlaying = true;
    await next();
  } catch (error) {
    if (current === challenge) offerStart(t("again"), sentence(error.message));
  }
}

/** Times as storage has them, which may be damaged. */
const readTimes = (stored) => stored.slice(0, challenge.hands - 1).map((seconds) => (Number.isFinite(seconds) ? seconds : null));

async function next() {
  const dealt = await hands();
  if (times.length === dealt.length) return finish();
  game.deal(dealt[times.length], new Unrecorded());
  showState();
}

function showState() {
  if (isPlaying && !game.isOver) game.felt.facts.textContent = t("challenge.state", { at: times.length + 1, hands: challenge.hands, time: clockTime(game.watch.seconds) });
}

function handOver(seconds) {
  times.push(seconds);
  visit().keep({ progress: { times } });
  return next();
}

function solved() {
  if (!isPlaying) return;
  const { seconds } = game.watch;
  handOver(Math.round(10 * seconds) / 10).then(() => isPlaying && game.felt.say(t("challenge.right", { time: clockTime(seconds), numbers: listed(game.puzzle.numbers) }), "good"));
}

/** The key for "next" starts, and gives up a hand. */
function skip() {
  if (!isPlaying) return challenge && start();
  handOver(null).then(() => isPlaying && game.felt.say(t("challenge.skipped", { numbers: listed(game.puzzle.numbers) })));
}

async function finish() {
  isPlaying = false;
  const isFirst = visit().settle({ times, solved: !times.includes(null) });
  offerStart(t("challenge.again"), sentences(t("challenge.over"), !isFirst && t("challenge.first_counts")));
  await showTimes();
  byId("times-panel").scrollIntoView({ block: "nearest" });
}

async function showTimes() {
  const mine = myTimes();
  byId("times-panel").hidden = !mine;
  showLink();
  if (!mine) return;
  const { times: theirs, name } = challenge;
  fill(byId("times-say"), timesWords(mine, theirs, name));
  fill(byId("times"), ...timesRows({ hands: await hands(), mine, theirs, name }));
}

/** The link to send: with your times once you have them. */
function showLink() {
  const mine = challenge && myTimes();
  const query = challenge ? queryOf(challengeQuery({ ...challenge, times: mine, name: byId("name").value.trim() })) : "";
  byId("link").value = new URL(pageAddress("challenge", query), location.href).href;
  const what = mine ? t("challenge.has_times") : t("challenge.has_none");
  fill(byId("link-about"), sentences(what, !isPublic(location.hostname) && t("challenge.private")));
}

function offerStart(name, words) {
  game.offerNext(words);
  game.felt.setButtons(keyButton(name, "n", start, { isMain: true }));
}

async function copy() {
  try {
    await navigator.clipboard.writeText(byId("link").value);
    fill(byId("link-says"), t("copied"));
  } catch {
    byId("link").select();
    fill(byId("link-says"), t("challenge.select"));
  }
}

async function print() {
  try {
    const dealt = await hands();
    const solved = await Promise.all(dealt.map(({ numbers }) => request("solve", { numbers, most: MOST_LISTED })));
    const link = isPublic(location.hostname) ? new URL(pageAddress("challenge", queryOf(challengeQuery({ ...challenge, times: null }))), location.href).href : null;
    fill(byId("sheet"), ...sheetParts(dealt.map((hand, at) => ({ ...hand, solution: solved[at].solutions[0].expression })), link));
    window.print();
  } catch (error) {
    fill(byId("link-says"), sentence(error.message));
  }
}

/** Other hands: a new challenge, which is in the address at once. */
function makeNew() {
  choose("challenge_hands", byId("hands").value);
  showFault("");
  open({ seed: newSeed(), hands: Number(byId("hands").value), times: null, name: "" });
}

function open(found) {
  isPlaying = false;
  challenge = found;
  showQuery(queryOf(challengeQuery(found)), { replace: !location.search });
  byId("hands").value = String(found.hands);
  const { outcome, first_seen: seen } = visit().now;
  const hands = t("hands", { count: found.hands });
  const from = found.times ? t("challenge.from", { name: found.name || t("challenge.somebody"), hands }) : t("challenge.same", { hands });
  const words = outcome ? t("challenge.played") : sentences(from, seen ? t("challenge.resume") : t("challenge.ready"));
  offerStart(outcome ? t("challenge.again") : t("start"), words);
  showTimes().catch((error) => game.felt.say(sentence(error.message), "bad"));
}

function begin() {
  try {
    const found = readChallenge(readAddress(["seed", "hands", "times", "name", "sum"]));
    if (found) open(found);
    else makeNew();
  } catch (error) {
    showFault(error.message);
    challenge = null;
    byId("times-panel").hidden = true;
    game.offerNext(t("challenge.not_there"));
    game.felt.setButtons();
  }
}

byId("hands").value = ["5", "10", "20"].includes(setting("challenge_hands", "5")) ? setting("challenge_hands", "5") : "5";
byId("hands").addEventListener("change", makeNew);
byId("new").addEventListener("click", makeNew);
byId("name").value = setting("name", "");
byId("name").addEventListener("input", () => {
  choose("name", byId("name").value.trim());
  showLink();
});
byId("copy").addEventListener("click", copy);
byId("print").addEventListener("click", print);
setInterval(showState, TICK);
onQueryChange(begin);
begin();
