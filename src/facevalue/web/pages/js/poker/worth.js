// What a hand is worth, with the steps of Cactus Kev's evaluator.

import { sentence } from "../shared/answers.js";
import { request } from "../shared/core.js";
import { byId, fill, make } from "../shared/dom.js";
import { cardRow } from "./table.js";
import { t, translated } from "../shared/language.js";

let latest = null;

/** Requests the value of a hand, `{cards, game, board, explain}`, and shows it. */
export async function showWorth(query) {
  latest = query;
  try {
    const found = await request("hand", query);
    if (latest === query) showFound(found);
  } catch (error) {
    if (latest === query) fill(byId("worth"), make("p", { class: "error" }, sentence(error.message)));
  }
}

/** Shows no hand. */
export function hideWorth() {
  latest = null;
  fill(byId("worth"));
}

function showFound(found) {
  const { cactus_kev: number, explanation: steps = [], low_hand: low } = found;
  const value = number === null ? "" : t("poker.number", { number });
  fill(
    byId("worth"),
    ...handParts(found, value),
    ...(low ? handParts(low, t("poker.is_low")) : []),
    low === null ? make("p", {}, t("poker.no_low")) : null,
    steps.length ? make("h3", {}, t("poker.how_kev")) : null,
    make("ol", { class: "kev" }, ...steps.map((step) => make("li", {}, step))),
  );
}

/** The cards that play, and what they are called. */
function handParts({ best, description }, more) {
  const row = make("div", { class: "card-row", role: "img", "aria-label": best.join(" ") });
  cardRow(row, best);
  return [row, make("p", {}, make("strong", {}, translated(description)), ` ${more}`)];
}
