// A sheet of hands to print for a class: the hands with lines for answers, then the solutions.

import { cardPicture } from "../cards/cards.js";
import { make } from "../shared/dom.js";

/** The parts of a sheet; each hand has `cards` and the expression `solution`. */
export function sheetParts(hands, link) {
  const faces = ({ cards }) => make("div", { class: "card-row" }, ...cards.map((card) => make("span", { class: "card-face" }, cardPicture(card, { showsWorth: true }))));
  const puzzle = (hand, at) => make("li", {}, `${at + 1}.`, faces(hand), make("div", { class: "line" }));
  const solution = ({ numbers, solution: text }) => make("li", {}, `${numbers.join(", ")}: ${text} = 24`);
  return [
    make("h2", {}, "Make 24"),
    make("p", {}, "Use all four cards of a hand once, with + − × ÷ in any order."),
    make("p", {}, "Name: ______________________  Date: ____________"),
    make("ol", { class: "hands" }, ...hands.map(puzzle)),
    link ? make("p", {}, `The same hands to play: ${link}`) : null,
    make("section", { class: "solutions" }, make("h2", {}, "Solutions"), make("ol", {}, ...hands.map(solution))),
  ].filter(Boolean);
}
