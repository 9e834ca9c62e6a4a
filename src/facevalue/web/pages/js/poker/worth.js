// What a hand is worth, with the steps of Cactus Kev's evaluator.

import { sentence } from "../shared/answers.js";
import { request } from "../shared/api.js";
import { byId, fill, make } from "../shared/dom.js";
import { cardRow } from "./table.js";

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
  const value = number === null ? "" : `Number ${number} of 7462; 1 is the strongest.`;
  fill(
    byId("worth"),
    ...handParts(found, value),
    ...(low ? handParts(low, "is the low hand.") : []),
    low === null ? make("p", {}, "No low hand.") : null,
    steps.length ? make("h3", {}, "How Cactus Kev’s evaluator finds it") : null,
    make("ol", { class: "kev" }, ...steps.map((step) => make("li", {}, step))),
  );
}

/** The cards that play, and what they are called. */
function handParts({ best, description }, more) {
  const row = make("div", { class: "card-row", role: "img", "aria-label": best.join(" ") });
  cardRow(row, best);
  return [row, make("p", {}, make("strong", {}, description), ` ${more}`)];
}
