// A sheet of hands to print for a class: the hands with lines for answers, then the solutions.

import { cardPicture } from "../cards/cards.js";
import { make } from "../shared/dom.js";
import { listed, t } from "../shared/language.js";

/** The parts of a sheet; each hand has `cards` and the expression `solution`. */
export function sheetParts(hands, link) {
  const faces = ({ cards }) => make("div", { class: "card-row" }, ...cards.map((card) => make("span", { class: "card-face" }, cardPicture(card, { showsWorth: true }))));
  const puzzle = (hand, at) => make("li", {}, `${at + 1}.`, faces(hand), make("div", { class: "line" }));
  const solution = ({ numbers, solution: text }) => make("li", {}, t("sheet.solution", { numbers: listed(numbers), solution: text }));
  return [
    make("h2", {}, t("sheet.title")),
    make("p", {}, t("sheet.task")),
    make("p", {}, t("sheet.name")),
    make("ol", { class: "hands" }, ...hands.map(puzzle)),
    link ? make("p", {}, t("sheet.link", { link })) : null,
    make("section", { class: "solutions" }, make("h2", {}, t("sheet.solutions")), make("ol", {}, ...hands.map(solution))),
  ].filter(Boolean);
}
