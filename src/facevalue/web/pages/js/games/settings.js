// Settings of the games as checkboxes, whose state is saved.

import { make } from "../shared/dom.js";
import { choose, setting } from "../record/store.js";
import { t } from "../shared/language.js";

/** A checkbox whose state is saved. */
export function settingBox(name, usual, words, onchange = () => {}) {
  const box = make("input", { type: "checkbox" });
  box.checked = setting(name, usual);
  box.addEventListener("change", () => {
    choose(name, box.checked);
    onchange(box.checked);
  });
  return make("label", { class: "check" }, box, make("span", {}, words));
}

/** The settings of every table. */
export const tableSettings = () => [
  settingBox("chains", false, t("settings.chains")),
  settingBox("sounds", false, t("settings.sounds")),
  settingBox("advances", false, t("settings.advances")),
];
