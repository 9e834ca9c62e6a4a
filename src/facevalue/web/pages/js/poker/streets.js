// Buttons that deal the flop, the turn and the river at random.

import { make } from "../shared/dom.js";
import { t } from "../shared/language.js";

const STREETS = { flop: [0, 3], turn: [3, 4], river: [4, 5] };

/** One button for each street; `deal(before, count)` keeps `before` cards and deals up to `count`. */
export const streetButtons = (deal) =>
  Object.entries(STREETS).map(([name, [before, count]]) => make("button", { type: "button", class: "button", title: t(`poker.deal_${name}`), onclick: () => deal(before, count) }, t(`poker.${name}`)));
