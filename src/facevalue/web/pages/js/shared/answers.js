// Lists of solutions, difficulty and verdicts, as several pages show them.

import { make } from "./dom.js";
import { markedText } from "./speak.js";
import { t, translated } from "./language.js";

/** Pages list at most as many solutions as the server. */
export const MOST_LISTED = 200;

/** A list of solutions with their steps. */
export const answerList = (solutions) => make("ol", { class: "answer-list" }, ...solutions.map(answerItem));

function answerItem({ expression, value, steps = [] }) {
  const written = make("div", { class: "expression" }, `${expression} = ${value}`);
  return make("li", {}, written, steps.length > 1 ? make("div", { class: "steps" }, steps.join(" ; ")) : null);
}

/** A list of solutions, a page of them at first and a button for more. */
export function pagedAnswers(solutions, perPage) {
  const list = answerList(solutions.slice(0, perPage));
  const button = make("button", { type: "button", class: "button" });
  const label = () => {
    const left = solutions.length - list.children.length;
    button.textContent = t("solutions.more", { count: Math.min(left, perPage), left });
    button.hidden = left === 0;
  };
  button.addEventListener("click", () => {
    const at = list.children.length;
    list.append(...solutions.slice(at, at + perPage).map(answerItem));
    label();
    list.children[at].tabIndex = -1;
    list.children[at].focus(); // the first of the new ones
  });
  label();
  return make("div", {}, list, button);
}

/** "Harder for people than 63% of puzzles: about 12 seconds." */
export function difficultyWords(difficulty) {
  if (!difficulty) return "";
  const { percentile, seconds } = difficulty;
  const rank = Math.min(99, Math.round(percentile)); // no puzzle is harder than itself
  const words = rank ? t("difficulty.harder", { rank }) : t("difficulty.easiest");
  const time = seconds && t("seconds", { count: Math.round(seconds) });
  return time ? t("difficulty.timed", { difficulty: words, time }) : t("difficulty.plain", { difficulty: words });
}

/** What the judge said about an answer, with the place of the error marked. */
export function verdictParts(verdict) {
  if (verdict.correct) return [make("p", { class: "good" }, t("verdict.right", { answer: verdict.message }))];
  const answer = verdict.answer ?? "";
  const marked = make("div", { class: "marked" }, ...markedText(answer, verdict.position));
  return [make("p", { class: "error" }, sentence(verdict.message)), marked];
}

/** A message of the library as a sentence, in the language of the page if it is known there. */
export function sentence(message) {
  const text = String(message);
  const own = translated(text);
  if (own !== text) return own + t("sentence.end");
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.!?。？]$/.test(text) ? "" : "."}`;
}
