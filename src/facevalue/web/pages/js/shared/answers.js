// Lists of solutions, difficulty and verdicts, as several pages show them.

import { counted, make } from "./dom.js";
import { markedText } from "./speak.js";

/** A list of solutions with their steps. */
export function answerList(solutions) {
  const rows = solutions.map(({ expression, value, steps = [] }) =>
    make(
      "li",
      {},
      make("div", { class: "expression" }, `${expression} = ${value}`),
      steps.length > 1 ? make("div", { class: "steps" }, steps.join(" ; ")) : null,
    ),
  );
  return make("ol", { class: "answer-list" }, ...rows);
}

/** "Harder for people than 63% of puzzles: about 12 seconds." */
export function difficultyWords(difficulty) {
  if (!difficulty) return "";
  const { percentile, seconds } = difficulty;
  const rank = Math.min(99, Math.round(percentile)); // no puzzle is harder than itself
  const harder = rank ? `Harder for people than ${rank}% of puzzles` : "One of the easiest puzzles for people";
  return seconds ? `${harder}: about ${counted(Math.round(seconds), "second")}.` : `${harder}.`;
}

/** What the judge said about an answer, with the place of the error marked. */
export function verdictParts(verdict) {
  if (verdict.correct) return [make("p", { class: "good" }, `Right: ${verdict.message}.`)];
  const answer = verdict.answer ?? "";
  const marked = make("div", { class: "marked" }, ...markedText(answer, verdict.position));
  return [make("p", { class: "error" }, sentence(verdict.message)), marked];
}

/** A message of the library as a sentence. */
export function sentence(message) {
  const text = String(message);
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
