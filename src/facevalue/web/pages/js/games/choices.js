// What Play deals: rules, target, number of cards and difficulty, remembered.

import { CARD_RULES, RUNGS, rungLevels } from "./dealing.js";
import { byId, fill, make } from "../shared/dom.js";
import { PLAYED_RULES, RULE_TITLES } from "../shared/titles.js";
import { choose, load, setting } from "../record/store.js";

/** The rules that Play can deal, and their names in words. */
export const PLAYED_TITLES = Object.fromEntries(PLAYED_RULES.map((name) => [name, RULE_TITLES[name]]));
const LISTS = {
  rules: { title: "Game", options: PLAYED_TITLES },
  target: { title: "Target", options: { 24: "24", 10: "10", 36: "36", any: "any" }, isOfCards: true },
  size: { title: "Cards", options: { 3: "3", 4: "4", 5: "5" }, isOfCards: true },
  level: { title: "Difficulty", options: { any: "any", easy: "easy", medium: "medium", hard: "hard", ladder: "ladder" } },
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
  const level = isOnLadder() ? `rung ${load().play.rung} of ${RUNGS}` : `${chosen("level")} difficulty`;
  const words = isOfCards ? [`${chosen("size")} cards`, `make ${chosen("target") === "any" ? "any target" : chosen("target")}`] : [RULE_TITLES[chosen("rules")]];
  fill(element.querySelector("summary"), [...words, level].join(", "));
  const fields = element.querySelector("div");
  if (!fields.children.length) fill(fields, ...Object.keys(LISTS).map(listOf), make("p", { class: "note" }, `On the ladder, a hand that you solve without help and as fast as people takes you one of ${RUNGS} rungs up; one that you leave or give up takes you down.`));
  for (const [name, { isOfCards: needsCards }] of Object.entries(LISTS)) {
    const list = byId(`choose-${name}`);
    list.value = chosen(name);
    list.disabled = Boolean(needsCards) && !isOfCards;
  }
}

function listOf(name) {
  const { title, options } = LISTS[name];
  const list = make("select", { id: `choose-${name}` }, ...Object.entries(options).map(([value, words]) => make("option", { value }, words)));
  list.addEventListener("change", () => {
    choose(`play_${name}`, list.value);
    showChoices();
    onChange();
  });
  return make("label", { class: "field" }, make("span", {}, title), list);
}
