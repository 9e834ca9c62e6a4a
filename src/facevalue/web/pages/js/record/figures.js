// The record of a player: counts and times, to export and to clear.

import { clockTime, fill, make } from "../shared/dom.js";
import { chooseTheme } from "../shared/shell.js";
import { clearAll, exported, load, replaceAll } from "./store.js";
import { forgetLanguage, t } from "../shared/language.js";

/** Figures, by the keys of their names. */
export function figures(named) {
  const rows = Object.entries(named).map(([name, value]) =>
    make("div", {}, make("dt", {}, t(`figure.${name}`)), make("dd", {}, String(value))),
  );
  return make("dl", { class: "figures" }, ...rows);
}

const middle = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

/** The numbers of Play 24, for `figures`. */
export function playNumbers() {
  const { play } = load();
  const median = play.times.length ? clockTime(middle(play.times)) : "–";
  return { solved: play.solved, in_a_row: play.streak, best_row: play.best_streak, median };
}

/** Buttons to save everything as a file and to clear it and, if `isImporting`, to load a file. */
export function recordButtons(onChanged, { isImporting = false } = {}) {
  const save = make("button", { type: "button", class: "button", onclick: () => saveText(exported(), "facevalue.json") }, t("record.save"));
  const says = make("p", { class: "note", "aria-live": "polite" });
  const clear = make("button", { type: "button", class: "button" }, t("record.clear"));
  const row = make("div", { class: "button-row" }, save, isImporting ? loadButton(onChanged, says) : null, clear);
  clear.addEventListener("click", () => confirm(clear, "clear", () => {
    clearAll();
    chooseTheme("system");
    forgetLanguage();
    onChanged();
    fill(says, t("record.cleared"));
  }));
  return make("div", {}, row, says);
}

/** A button that replaces the record by one in a file. */
function loadButton(onChanged, says) {
  const file = make("input", { type: "file", accept: "application/json,.json", hidden: true, "aria-label": t("record.file") });
  const button = make("button", { type: "button", class: "button", onclick: () => file.click() }, t("record.load"));
  file.addEventListener("change", async () => {
    const text = await file.files[0]?.text();
    file.value = ""; // the same file may be chosen again
    if (text === undefined) return;
    confirm(button, "load", () => {
      try {
        replaceAll(text);
        onChanged();
        fill(says, t("record.loaded"));
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

/** Calls `change` if the player is sure to "clear" or "load". */
function confirm(opener, action, change) {
  const dialog = make("dialog", { "aria-label": t(`record.${action}_title`) });
  const done = (isSure) => {
    dialog.close();
    dialog.remove();
    if (isSure) change();
    opener.focus();
  };
  dialog.addEventListener("cancel", () => dialog.remove());
  dialog.append(
    make("p", {}, t(`record.${action}_words`)),
    make(
      "div",
      { class: "button-row" },
      make("button", { type: "button", class: "button is-main", onclick: () => done(true) }, t(`record.${action}_yes`)),
      make("button", { type: "button", class: "button", onclick: () => done(false) }, t("record.keep")),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
