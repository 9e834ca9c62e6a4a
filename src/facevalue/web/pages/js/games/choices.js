// What Play deals: rules, target, number of cards and difficulty, remembered.

import { CARD_RULES, RUNGS, rungLevels } from "./dealing.js";
import { byId, fill, make } from "../shared/dom.js";
import { PLAYED_RULES, ruleTitle } from "../shared/titles.js";
import { choose, load, setting } from "../record/store.js";
import { t } from "../shared/language.js";

const LISTS = {
  rules: { options: Object.fromEntries(PLAYED_RULES.map((name) => [name, ruleTitle(name)])) },
  target: { options: { 24: "24", 10: "10", 36: "36", any: t("choices.any") }, isOfCards: true },
  size: { options: { 3: "3", 4: "4", 5: "5" }, isOfCards: true },
  level: { options: Object.fromEntries(["any", "easy", "medium", "hard", "ladder"].map((name) => [name, t(`level.${name}`)])) },
};
const USUAL = { rules: "classic", target: "24", size: "4", level: "any" };
let onChange = () => {};

/** One of the choices; a choice that storage does not have, or a damaged one, is the usual one. */
function chosen(name) {
  const value = setting(`play_${name}`, USUAL[name]);
  return value in LISTS[name].options ? value : USUAL[name];
}

export const isOnLadder = () => chosen("level") === "ladder";

/** The choices, as a hand is dealt by them. */
export function choices() {
  const level = isOnLadder() ? rungLevels(load().play.rung) : chosen("level");
  return { rules: chosen("rules"), target: chosen("target"), size: Number(chosen("size")), level, dealsUnsolvable: setting("deals_unsolvable", false) };
}

/** Shows the choices; `call` is called after each change. */
export function showChoices(call = onChange) {
  onChange = call;
  const element = byId("choices");
  const isOfCards = CARD_RULES.includes(chosen("rules"));
  const level = isOnLadder() ? t("choices.rung", { rung: load().play.rung, rungs: RUNGS }) : t("choices.difficulty", { level: t(`level.${chosen("level")}`) });
  const target = chosen("target") === "any" ? t("choices.any_target") : chosen("target");
  const words = isOfCards ? [t("choices.cards", { size: chosen("size") }), t("choices.make", { target })] : [ruleTitle(chosen("rules"))];
  fill(element.querySelector("summary"), [...words, level].join(t("phrase.separator")));
  const fields = element.querySelector("div");
  if (!fields.children.length) fill(fields, ...Object.keys(LISTS).map(listOf), make("p", { class: "note" }, t("choices.ladder", { rungs: RUNGS })));
  for (const [name, { isOfCards: needsCards }] of Object.entries(LISTS)) {
    const list = byId(`choose-${name}`);
    list.value = chosen(name);
    list.disabled = Boolean(needsCards) && !isOfCards;
  }
}

function listOf(name) {
  const { options } = LISTS[name];
  const list = make("select", { id: `choose-${name}` }, ...Object.entries(options).map(([value, words]) => make("option", { value }, words)));
  list.addEventListener("change", () => {
    choose(`play_${name}`, list.value);
    showChoices();
    onChange();
  });
  return make("label", { class: "field" }, make("span", {}, t(`choices.${name}`)), list);
}
