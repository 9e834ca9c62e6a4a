// Countdown: six tiles, a target, thirty seconds.

import { onQuestionChange, question, showQuestion } from "./shell.js";
import { ask, queryOf } from "./api.js";
import { byId, fill } from "./dom.js";
import { NearestGame } from "./nearest_game.js";
import { figures } from "./record.js";
import { scoringWords } from "./scoring.js";
import { choose, load, remember, setting } from "./store.js";

const RULES = "countdown";
const game = new NearestGame(byId("game"), { onEnd: ended, next: { name: "Next round", onclick: next } });

function ended({ points, distance }) {
  remember(({ countdown }) => {
    countdown.rounds += 1;
    countdown.points += points;
    countdown.exact += distance === "0";
  });
  showRecord();
}

function showRecord() {
  const { rounds, points, exact } = load().countdown;
  const average = rounds ? (points / rounds).toFixed(1) : "–";
  fill(byId("record"), figures({ Rounds: rounds, Points: points, Exact: exact, "Points a round": average }));
}

/** Deals: the round of this address, or a new one. */
async function next(asked = {}) {
  const large = byId("large").value;
  try {
    const puzzle = await ask("deal", { rules: RULES, large, ...asked });
    showQuestion(queryOf({ seed: puzzle.seed, large: asked.large ?? large }), { replace: Boolean(asked.seed) });
    await game.deal(puzzle, { seconds: Number(byId("seconds").value) });
  } catch (error) {
    game.felt.say(error.message, "bad");
  }
}

/** The round of the address waits for a click, as the clock would run at once. */
function begin() {
  const seed = question().get("seed");
  const large = question().get("large") ?? "";
  if (seed) byId("large").value = large;
  game.wait(seed ? "A round is waiting for you." : "Choose how many large numbers, then start.", () => next(seed ? { seed, large } : {}));
}

for (const [id, usual] of [["large", "2"], ["seconds", "30"]]) {
  byId(id).value = setting(`countdown_${id}`, usual);
  byId(id).addEventListener("change", () => choose(`countdown_${id}`, byId(id).value));
}
onQuestionChange(begin);
showRecord();
scoringWords(RULES, "point").then((words) => fill(byId("scoring"), words), () => {});
begin();
