// A deck to click.

import { fill, make } from "../shared/dom.js";
import { cardName, isRed, rankShown, RANKS, SUIT_SIGNS, SUITS } from "./suits.js";

const RANKS_DOWN = [...RANKS].reverse();

export class DeckPicker {
  /** `onPick(card)` is called for a card clicked, chosen before or not. */
  constructor(host, onPick) {
    Object.assign(this, { host, buttons: new Map() });
    for (const suit of SUITS) {
      for (const rank of RANKS_DOWN) this.buttons.set(rank + suit, cardButton(rank + suit, onPick));
    }
    fill(host, ...this.buttons.values());
  }

  /** Shows the cards of these ranks: marks those `chosen` here; those `taken` cannot be clicked. */
  show(chosen, taken, ranks) {
    this.host.style.setProperty("--ranks", ranks.length);
    for (const [card, button] of this.buttons) {
      button.hidden = !ranks.includes(card[0]);
      button.setAttribute("aria-pressed", String(chosen.includes(card)));
      button.disabled = taken.includes(card);
    }
  }
}

function cardButton(card, onPick) {
  const [rank, suit] = card;
  const classes = [isRed(suit) ? "is-red" : "", rank === "A" ? "starts-suit" : ""].join(" ").trim();
  return make(
    "button",
    { type: "button", class: classes || null, "aria-label": cardName(card), "aria-pressed": "false", onclick: () => onPick(card) },
    make("span", {}, rankShown(rank)),
    make("span", {}, SUIT_SIGNS[suit]),
  );
}
