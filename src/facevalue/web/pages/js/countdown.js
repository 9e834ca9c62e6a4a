// Countdown: six tiles, a target, thirty seconds.

import { onQueryChange, showQuery } from "./shared/shell.js";
import { chooseAddressed, queryOf, readAddress, readSeed, showFault } from "./shared/address.js";
import { request } from "./shared/core.js";
import { byId, fill } from "./shared/dom.js";
import { NearestGame } from "./games/nearest_game.js";
import { figures } from "./record/figures.js";
import { tableSettings } from "./games/settings.js";
import { scoringWords } from "./games/scoring.js";
import { choose, load, remember, setting, Visit } from "./record/store.js";
import { t } from "./shared/language.js";

const RULES = "countdown";
const USUAL = { large: "2", seconds: "30" };
const game = new NearestGame(byId("game"), { onEnd: ended, next: { name: t("round.next"), onclick: next } });

function ended({ points, solved, isFirst }) {
  if (!isFirst) return;
  remember(({ countdown }) => {
    countdown.rounds += 1;
    countdown.points += points;
    countdown.exact += solved;
  });
  showRecord();
}

function showRecord() {
  const { rounds, points, exact } = load().countdown;
  const average = rounds ? (points / rounds).toFixed(1) : "–";
  fill(byId("record"), figures({ rounds, points, exact, points_per_round: average }));
}

const visitTo = (round) => new Visit("countdown", queryOf(round));

/** Deals: the round of this address, or a new one. */
async function next(dealt = null) {
  try {
    const { seed = null, large } = dealt ?? { large: byId("large").value };
    const puzzle = await request("deal", { rules: RULES, seed, large: large === "" ? null : Number(large) });
    const round = { seed: puzzle.seed, large };
    showFault("");
    showQuery(queryOf(round), { replace: Boolean(dealt) });
    await game.deal(puzzle, { seconds: Number(byId("seconds").value), visit: visitTo(round) });
  } catch (error) {
    game.felt.say(error.message, "bad");
  }
}

/** The round in the address; null without one. */
function addressed() {
  const given = readAddress(["seed", "large"]);
  const seed = readSeed(given.get("seed"));
  if (given.has("large") || seed !== null) chooseAddressed(byId("large"), given.get("large"), "");
  return seed === null ? null : { seed, large: byId("large").value };
}

/** The round of the address waits for a click, as the clock would run at once. */
function begin() {
  try {
    const round = addressed();
    game.wait(round ? waitingWords(visitTo(round).now) : t("round.choose"), () => next(round));
  } catch (error) {
    showFault(error.message);
    game.wait(t("round.start_another"), () => next());
  }
}

function waitingWords({ outcome, first_seen: seen }) {
  if (outcome) return t("round.played", { points: t("points", { count: outcome.points }) });
  return seen ? t("round.resume") : t("round.ready");
}

for (const [name, usual] of Object.entries(USUAL)) {
  byId(name).value = setting(`countdown_${name}`, usual);
  byId(name).addEventListener("change", () => choose(`countdown_${name}`, byId(name).value));
}
onQueryChange(begin);
fill(byId("settings"), ...tableSettings());
showRecord();
scoringWords(RULES, "points").then((words) => fill(byId("scoring"), words), () => {});
begin();
