// Digits, one set of numbers after the other.

import { onQueryChange, showQuery } from "./shared/shell.js";
import { queryOf, readAddress, readSeed, showFault } from "./shared/address.js";
import { request } from "./shared/core.js";
import { byId, fill } from "./shared/dom.js";
import { DigitsGame } from "./games/digits_game.js";
import { figures } from "./record/figures.js";
import { tableSettings } from "./games/settings.js";
import { scoringWords } from "./games/scoring.js";
import { load, remember, Visit } from "./record/store.js";
import { t } from "./shared/language.js";

const game = new DigitsGame(byId("game"), { onEnd: ended, again: () => next() });

function ended({ stars, isFirst }) {
  if (!isFirst) return;
  remember(({ digits }) => {
    digits.rounds += 1;
    digits.stars += stars;
  });
  showRecord();
}

function showRecord() {
  const { rounds, stars } = load().digits;
  fill(byId("record"), figures({ rounds, stars, stars_per_round: rounds ? (stars / rounds).toFixed(1) : "–" }));
}

async function next(seed = null) {
  try {
    const dealt = await request("deal", { rules: "digits", seed });
    const address = queryOf({ seed: dealt.seed });
    // Without `replace`, going Back to an address without a query would deal again.
    showQuery(address, { replace: seed !== null || !location.search });
    game.deal(dealt, new Visit("digits", address));
  } catch (error) {
    game.game.felt.say(error.message, "bad");
  }
}

function begin() {
  try {
    next(readSeed(readAddress(["seed"]).get("seed")));
  } catch (error) {
    showFault(error.message);
    game.game.wait(t("round.not_there"), () => {
      showFault("");
      next();
    }, t("digits.new"));
  }
}

onQueryChange(begin);
fill(byId("settings"), ...tableSettings());
showRecord();
scoringWords("digits", "stars").then((words) => fill(byId("scoring"), words), () => {});
begin();
