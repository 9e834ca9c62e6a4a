// What a hand is worth, with the steps of Cactus Kev's evaluator.

import { sentence } from "./answers.js";
import { ask } from "./api.js";
import { byId, fill, make } from "./dom.js";
import { cardRow } from "./poker_table.js";

let latest = null;

/** Asks for the worth of the cards and shows it. */
export async function showWorth(cards) {
  latest = cards;
  try {
    const found = await ask("hand", { cards, explain: true });
    if (latest === cards) showFound(found);
  } catch (error) {
    if (latest === cards) fill(byId("worth"), make("p", { class: "error" }, sentence(error.message)));
  }
}

/** Shows no hand. */
export function hideWorth() {
  latest = null;
  fill(byId("worth"));
}

function showFound(found) {
  const row = make("div", { class: "card-row", role: "img", "aria-label": found.best.join(" ") });
  cardRow(row, found.best);
  const value = found.cactus_kev === undefined ? "" : `Number ${found.cactus_kev} of 7462; 1 is the strongest.`;
  const steps = found.explanation ?? [];
  fill(
    byId("worth"),
    row,
    make("p", {}, make("strong", {}, found.description), ` ${value}`),
    steps.length ? make("h3", {}, "How Cactus Kev’s evaluator finds it") : null,
    make("ol", { class: "kev" }, ...steps.map((step) => make("li", {}, step))),
  );
}
