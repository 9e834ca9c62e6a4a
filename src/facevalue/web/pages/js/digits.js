// Digits, one set of numbers after the other.

import { onQuestionChange, question, showQuestion } from "./shell.js";
import { ask, queryOf } from "./api.js";
import { byId, fill } from "./dom.js";
import { DigitsGame } from "./digits_game.js";
import { figures } from "./record.js";
import { scoringWords } from "./scoring.js";
import { load, remember } from "./store.js";

const game = new DigitsGame(byId("game"), { onEnd: ended, again: () => next() });

function ended({ stars }) {
  remember(({ digits }) => {
    digits.rounds += 1;
    digits.stars += stars;
  });
  showRecord();
}

function showRecord() {
  const { rounds, stars } = load().digits;
  fill(byId("record"), figures({ Rounds: rounds, Stars: stars, "Stars a round": rounds ? (stars / rounds).toFixed(1) : "–" }));
}

async function next(seed = null) {
  try {
    const dealt = await ask("deal", { rules: "digits", seed });
    // Going back to an address without a question would deal again and lead nowhere.
    showQuestion(queryOf({ seed: dealt.seed }), { replace: Boolean(seed) || !location.search });
    game.deal(dealt);
  } catch (error) {
    game.game.felt.say(error.message, "bad");
  }
}

const begin = () => next(question().get("seed"));
onQuestionChange(begin);
showRecord();
scoringWords("digits", "star").then((words) => fill(byId("scoring"), words), () => {});
begin();
