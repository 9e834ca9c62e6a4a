// Ranges to choose: usual opening ranges by position, and those that the player saved.

import { byId, fill, make } from "../shared/dom.js";
import { choose, setting } from "../record/store.js";
import { t } from "../shared/language.js";

// What tight players open at a full table, in percent of all hands. A starting point, not advice.
const POSITIONS = { under_the_gun: 10, middle: 15, cutoff: 25, button: 40, small_blind: 35 };
const SETTING = "poker_ranges";
const MOST_SAVED = 30;

const saved = () => setting(SETTING, []).filter((text) => typeof text === "string");

export class Presets {
  /** `onChoose(text)` gets a range; `current()` is the range to save. */
  constructor({ onChoose, current }) {
    this.list = byId("preset");
    this.list.addEventListener("change", () => {
      if (this.list.value) onChoose(this.list.value);
      this.list.value = "";
    });
    byId("save-range").addEventListener("click", () => {
      const text = current();
      if (!text) return;
      choose(SETTING, [text, ...saved().filter((other) => other !== text)].slice(0, MOST_SAVED));
      this.show();
    });
    this.show();
  }

  show() {
    const positions = Object.entries(POSITIONS).map(([name, percent]) => make("option", { value: `${percent}%` }, t("poker.position", { position: t(`position.${name}`), percent })));
    const own = saved().map((text) => make("option", { value: text }, text.length > 40 ? `${text.slice(0, 39)}…` : text));
    fill(
      this.list,
      make("option", { value: "" }, t("poker.choose_range")),
      make("optgroup", { label: t("poker.opening") }, ...positions),
      own.length ? make("optgroup", { label: t("poker.saved") }, ...own) : null,
    );
  }
}
