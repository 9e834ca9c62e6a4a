// The felt: the target, the tiles, the operations, the message line, and a row of buttons.

import { fill, make } from "../shared/dom.js";
import { playWin } from "./sound.js";
import { speaker } from "../shared/speak.js";
import { TableView } from "./table_view.js";
import { t } from "../shared/language.js";

// The keys as browsers name them, where the button shows a sign.
const KEY_NAMES = { "⌫": "Backspace", Esc: "Escape" };

/** A button with its key next to its name. */
export function keyButton(name, key, onclick, { isMain = false } = {}) {
  const shown = key ? make("kbd", { "aria-hidden": "true" }, key) : null;
  return make(
    "button",
    { type: "button", class: `button${isMain ? " is-main" : ""}`, "aria-keyshortcuts": KEY_NAMES[key] ?? (key || null), onclick: () => onclick() },
    name,
    shown,
  );
}

export class Felt {
  constructor({ tiles = false, onStep }) {
    this.goal = make("strong", {}, "…");
    this.facts = make("p", { class: "facts" });
    this.hand = make("div", { class: "hand", role: "group", "aria-label": t("table.numbers"), tabindex: "-1" });
    this.operations = make("div", { class: "operations", role: "group", "aria-label": t("table.operations") });
    this.steps = make("ol", { class: "steps-made", "aria-label": t("table.steps") });
    this.line = make("p", { class: "says" });
    this.buttons = make("div", { class: "button-row" });
    this.extra = make("div", { hidden: true });
    this.say = speaker(this.line);
    const goal = make("div", { class: "goal" }, make("span", {}, t("table.make")), this.goal);
    const top = make("div", { class: "felt-top" }, goal, this.facts);
    this.element = make("section", { class: "felt", "aria-label": t("table.name") }, top, this.extra, this.hand, this.operations, this.steps, this.line, this.buttons);
    this.view = new TableView({ hand: this.hand, operations: this.operations, steps: this.steps, onStep, onSay: this.say, tiles });
  }

  /** True if a person can see it: neither the page nor the panel around it is hidden. */
  get isOnView() {
    return !document.hidden && this.element.offsetParent !== null;
  }

  /** Lays a new table on the felt. */
  deal(table) {
    this.element.classList.remove("is-won");
    this.goal.textContent = table.target.toString();
    this.view.deal(table);
  }

  /** Clears the felt; `places` empty places remain. */
  clear(places) {
    this.element.classList.remove("is-won");
    this.goal.textContent = "?";
    this.facts.textContent = "";
    this.view.empty(places);
  }

  close({ isWon }) {
    this.element.classList.toggle("is-won", isWon);
    if (isWon) playWin();
    this.view.close();
  }

  /** After a round, the focus goes to what comes next: its button, or the table. */
  focusNext() {
    (this.buttons.querySelector("button") ?? this.hand).focus({ preventScroll: true });
  }

  /** If the round ends by itself, the focus stays; keys on the table press no new button. */
  keepFocus() {
    const isLost = document.activeElement === document.body || this.element.contains(document.activeElement);
    if (isLost) this.hand.focus({ preventScroll: true });
  }

  setButtons(...buttons) {
    const hadFocus = this.buttons.contains(document.activeElement);
    fill(this.buttons, ...buttons);
    if (hadFocus) this.buttons.querySelector("button")?.focus();
  }
}
