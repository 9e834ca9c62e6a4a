// The poker table as it is drawn: the board, dead cards, and a seat for each player.

import { cardPicture } from "../cards/cards.js";
import { fill, make, makeSvg } from "../shared/dom.js";
import { cardName, cardsOf } from "../cards/suits.js";
import { listed, t } from "../shared/language.js";

const MAX_APART = 2; // of a hand; more cards lie over each other

const face = (card) => make("span", { class: "card-face" }, cardPicture(card));

/** Empty places for cards. */
const slots = (count) => Array.from({ length: Math.max(0, count) }, () => make("span", { class: "slot" }));

const names = (cards) => (cards.length ? listed(cards.map(cardName)) : t("poker.no_cards"));

/** A part of the board, which can be chosen so that the deck fills it. */
export function boardPart({ title, cards, places, isActive, onChoose }) {
  return make(
    "button",
    { type: "button", class: "board-part", "aria-pressed": String(isActive), "aria-label": t("poker.part", { title, cards: names(cards) }), onclick: onChoose },
    make("span", { class: "slots" }, ...cards.map(face), ...slots(places - cards.length)),
    make("span", {}, title),
  );
}

/** A seat: the hand or range of a player, and the share of the pot once it is known. */
export function seat({ number, text, places, result, note, isActive, onChoose, onRemove }) {
  const words = make(
    "span",
    { class: "seat-words" },
    make("span", {}, t("poker.player", { number })),
    make("span", { class: "text" }, text || t("poker.placeholder")),
    ...resultParts(result),
    note?.words ? make("span", { class: note.isFault ? "detail is-bad" : "detail" }, note.words) : null,
  );
  const open = make("button", { type: "button", class: "seat-open", "aria-pressed": String(isActive), onclick: onChoose }, make("span", { class: `seat-cards${places > MAX_APART ? " is-fan" : ""}` }, ...picture(text, places)), words);
  const element = make("div", { class: `seat${isActive ? " is-active" : ""}` }, open, onRemove ? removeButton(number, onRemove) : null);
  if (result) element.append(make("meter", { min: "0", max: "1", value: result.equity.decimal, "aria-label": t("poker.share_of", { number }) }));
  return element;
}

function picture(text, places) {
  const cards = cardsOf(text);
  if (cards === null) return [make("span", { class: "range-chip", "aria-hidden": "true" }, text === "random" ? t("poker.any_chip") : "%")];
  return [...cards.map(face), ...slots(places - cards.length)];
}

export const percent = (decimal, digits = 2) => `${(100 * decimal).toFixed(digits)} %`;

function resultParts(result) {
  if (!result) return [];
  const { equity, low_win: low, low_tie: lowTie, standard_error: error } = result;
  const [win, tie, lose] = [result.win, result.tie, result.lose].map(Number); // large counts are BigInts
  const deals = win + tie + lose;
  const off = error ? `, ± ${percent(error)}` : "";
  const won = (wins, ties) => t("poker.wins", { win: percent(wins / deals, 1), tie: percent(ties / deals, 1) });
  const details = low === null ? [won(win, tie) + off] : [t("poker.high", { won: won(win, tie) }) + off, t("poker.low", { won: won(Number(low), Number(lowTie)) })];
  return [make("span", { class: "share" }, percent(equity.decimal)), ...details.map((words) => make("span", { class: "detail" }, words))];
}

/** A player's share on the sheet of a phone; `result` is null for a player who does not take part. */
export function sheetShare({ number, text, result }) {
  return make("li", {}, make("span", {}, t("poker.player", { number })), make("span", { class: "text" }, text || "–"), ...resultParts(result));
}

function removeButton(number, onRemove) {
  const cross = makeSvg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, makeSvg("path", { d: "M6 6l12 12M18 6L6 18", stroke: "currentColor", "stroke-width": "2", "stroke-linecap": "round" }));
  return make("button", { type: "button", class: "icon-button", "aria-label": t("poker.remove", { number }), onclick: onRemove }, cross);
}

/** Shows cards in a row, for the worth of a hand. */
export function cardRow(host, cards) {
  fill(host, ...cards.map(face));
}
