// The record of a player: counts and times, to export and to clear.

import { clockTime, fill, make } from "../shared/dom.js";
import { chooseTheme } from "../shared/shell.js";
import { clearAll, exported, load } from "./store.js";

/** Figures with their names. */
export function figures(named) {
  const rows = Object.entries(named).map(([name, value]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, String(value))),
  );
  return make("dl", { class: "figures" }, ...rows);
}

const middle = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

/** The figures of Play 24. */
export function playFigures() {
  const { play } = load();
  const median = play.times.length ? clockTime(middle(play.times)) : "–";
  return figures({ Solved: play.solved, "In a row": play.streak, "Best row": play.best_streak, "Median time": median });
}

/** Buttons to save everything as a file and to clear it. */
export function recordButtons(onCleared) {
  const save = make("button", { type: "button", class: "button", onclick: saveFile }, "Save as a file");
  const says = make("p", { class: "note", "aria-live": "polite" });
  const clear = make("button", { type: "button", class: "button" }, "Clear…");
  const row = make("div", { class: "button-row" }, save, clear);
  clear.addEventListener("click", () => confirmClear(clear, () => {
    clearAll();
    chooseTheme("system");
    onCleared();
    fill(says, "Everything has been cleared.");
  }));
  return make("div", {}, row, says);
}

function saveFile() {
  const address = URL.createObjectURL(new Blob([exported()], { type: "application/json" }));
  make("a", { href: address, download: "facevalue.json" }).click();
  URL.revokeObjectURL(address);
}

function confirmClear(opener, clear) {
  const dialog = make("dialog", { "aria-label": "Clear the record" });
  const done = (isSure) => {
    dialog.close();
    dialog.remove();
    if (isSure) clear();
    opener.focus();
  };
  dialog.addEventListener("cancel", () => dialog.remove());
  dialog.append(
    make("p", {}, "Clear all results, streaks and settings in this browser?"),
    make(
      "div",
      { class: "button-row" },
      make("button", { type: "button", class: "button is-main", onclick: () => done(true) }, "Clear everything"),
      make("button", { type: "button", class: "button", onclick: () => done(false) }, "Keep"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
