// The record of a player: counts and times, to export and to clear.

import { clockTime, fill, make } from "../shared/dom.js";
import { chooseTheme } from "../shared/shell.js";
import { clearAll, exported, load, replaceAll } from "./store.js";

/** Figures with their names. */
export function figures(named) {
  const rows = Object.entries(named).map(([name, value]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, String(value))),
  );
  return make("dl", { class: "figures" }, ...rows);
}

const middle = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

/** The numbers of Play 24 by their names. */
export function playNumbers() {
  const { play } = load();
  const median = play.times.length ? clockTime(middle(play.times)) : "–";
  return { Solved: play.solved, "In a row": play.streak, "Best row": play.best_streak, "Median time": median };
}

/** Buttons to save everything as a file and to clear it and, if `isImporting`, to load a file. */
export function recordButtons(onChanged, { isImporting = false } = {}) {
  const save = make("button", { type: "button", class: "button", onclick: () => saveText(exported(), "facevalue.json") }, "Save as a file");
  const says = make("p", { class: "note", "aria-live": "polite" });
  const clear = make("button", { type: "button", class: "button" }, "Clear…");
  const row = make("div", { class: "button-row" }, save, isImporting ? loadButton(onChanged, says) : null, clear);
  clear.addEventListener("click", () => confirm(clear, CLEARING, () => {
    clearAll();
    chooseTheme("system");
    onChanged();
    fill(says, "Everything has been cleared.");
  }));
  return make("div", {}, row, says);
}

/** A button that replaces the record by one in a file. */
function loadButton(onChanged, says) {
  const file = make("input", { type: "file", accept: "application/json,.json", hidden: true, "aria-label": "A saved record" });
  const button = make("button", { type: "button", class: "button", onclick: () => file.click() }, "Load a file…");
  file.addEventListener("change", async () => {
    const text = await file.files[0]?.text();
    file.value = ""; // the same file may be chosen again
    if (text === undefined) return;
    confirm(button, REPLACING, () => {
      try {
        replaceAll(text);
        onChanged();
        fill(says, "The record of the file is here now.");
      } catch (error) {
        fill(says, error.message);
      }
    });
  });
  return make("span", {}, button, file);
}

/** Saves a string as a file. */
export function saveText(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  make("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

const CLEARING = { title: "Clear the record", words: "Clear all results, streaks and settings in this browser?", yes: "Clear everything" };
const REPLACING = { title: "Load a record", words: "Replace all results, streaks and settings in this browser by those in the file?", yes: "Replace everything" };

function confirm(opener, { title, words, yes }, change) {
  const dialog = make("dialog", { "aria-label": title });
  const done = (isSure) => {
    dialog.close();
    dialog.remove();
    if (isSure) change();
    opener.focus();
  };
  dialog.addEventListener("cancel", () => dialog.remove());
  dialog.append(
    make("p", {}, words),
    make(
      "div",
      { class: "button-row" },
      make("button", { type: "button", class: "button is-main", onclick: () => done(true) }, yes),
      make("button", { type: "button", class: "button", onclick: () => done(false) }, "Keep"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
