// Buttons that deal the flop, the turn and the river at random.

import { make } from "../shared/dom.js";

const STREETS = { Flop: [0, 3], Turn: [3, 4], River: [4, 5] };

/** One button for each street; `deal(before, count)` keeps `before` cards and deals up to `count`. */
export const streetButtons = (deal) =>
  Object.entries(STREETS).map(([name, [before, count]]) => make("button", { type: "button", class: "button", title: `Deal the ${name.toLowerCase()} at random`, onclick: () => deal(before, count) }, name));
