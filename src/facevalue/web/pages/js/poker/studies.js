// More about one player than the share: made hands and draws, equity by the next card, equity of each hand.

import { sentence } from "../shared/answers.js";
import { request } from "../shared/core.js";
import { fill, make } from "../shared/dom.js";
import { t, translated } from "../shared/language.js";
import { cardName, cardsOf, isRed, rankShown, SUIT_SIGNS, SUITS } from "../cards/suits.js";
import { handAt } from "./range_grid.js";
import { percent } from "./table.js";

const HOLDEM = "holdem";
const FLOP = 3;

/**
 * What can be studied. `missing(table)` is the key of what a table lacks, or null; `find(table, options)`
 * requests the answer, and `draw(found, table)` makes the elements that show it. A table has the game,
 * the hands of the players who take part, which of them is studied (`at`), the board and dead cards.
 */
const STUDIES = {
  made: {
    missing: ({ game, board, hand }) => (isHand(hand, game) || (game.name === HOLDEM && board.length >= FLOP) ? null : "made_needs"),
    find: ({ game, hand, board, dead }, options) =>
      isHand(hand, game)
        ? request("odds", { hand, board: board.join(""), dead: dead.join(""), game: game.name }, options)
        : request("breakdown", { hands: hand, board: board.join(""), dead: dead.join("") }, options),
    draw: (found) => ("final" in found ? drawOdds(found) : drawBreakdown(found)),
  },
  next: {
    missing: ({ game, board }) => (game.board > board.length && board.length >= FLOP ? null : "next_needs"),
    find: ({ game, players, board, dead }, options) => request("by-next-card", { players, board: board.join(""), dead: dead.join(""), game: game.name }, options),
    draw: ({ by_card: found }, { at, game }) => drawNext(Object.fromEntries(Object.entries(found).map(([card, { players }]) => [card, players[at].equity.decimal])), game),
  },
  each: {
    missing: ({ game, players }) => (game.name === HOLDEM && players.length === 2 ? null : "each_needs"),
    find: ({ players, at, board, dead }, options) => request("range-equities", { hero: players[at], villain: players[1 - at], board: board.join(""), dead: dead.join("") }, options),
    draw: ({ starting_hands: found }, { game }) => drawEach(Object.fromEntries(Object.entries(found).map(([hand, { decimal }]) => [hand, decimal])), game),
  },
};

const isHand = (text, { hole }) => cardsOf(text)?.length === hole;

export class Studies {
  constructor(host) {
    this.table = null;
    this.parts = Object.entries(STUDIES).map(([name, study]) => {
      const body = make("div", { "aria-live": "polite" });
      const part = { name, ...study, body };
      part.element = make("details", { class: "panel", ontoggle: () => this.load(part) }, make("summary", {}, t(`study.${name}`)), body);
      return part;
    });
    host.append(...this.parts.map(({ element }) => element));
  }

  /** Studies another table; null while there is none. */
  show(table) {
    if (JSON.stringify(table) === JSON.stringify(this.table)) return;
    this.table = table;
    this.running?.abort();
    this.running = new AbortController();
    for (const part of this.parts) this.load(part);
  }

  /** Requests a part when it is open. */
  async load(part) {
    if (!part.element.open) return;
    const { table, running } = this;
    const note = (words) => fill(part.body, make("p", { class: "note" }, words));
    const missing = table ? part.missing(table) : "nobody";
    if (missing) return note(t(`study.${missing}`));
    note(t("poker.counting"));
    try {
      const found = await part.find(table, { signal: running.signal });
      if (table === this.table) fill(part.body, make("p", { class: "note" }, t("poker.for_player", { number: table.number })), ...part.draw(found, table));
    } catch (error) {
      if (error.name !== "AbortError" && table === this.table) note(sentence(error.message));
    }
  }
}

/** The element, which shows a part from 0 to 1 by its bar or its colour. */
function withPart(element, part) {
  element.style.setProperty("--part", `${100 * part}%`);
  return element;
}

/** A table of names with bars, without the names that never occur. */
function bars(title, heads, rows) {
  const bar = (part) => make("td", {}, withPart(make("span", { class: "bar" }, percent(part, 1)), part));
  const shown = rows.filter(([, ...parts]) => parts.some((part) => part > 0));
  const head = heads.length ? make("thead", {}, make("tr", {}, make("td"), ...heads.map((words) => make("th", { scope: "col" }, words)))) : null;
  const body = shown.map(([name, ...parts]) => make("tr", {}, make("th", { scope: "row" }, translated(name)), ...parts.map(bar)));
  const table = make("table", { class: "bars" }, make("caption", {}, title));
  table.append(...[head, make("tbody", {}, ...body)].filter(Boolean));
  return table;
}

function drawOdds({ category, next, final }) {
  const names = Object.keys(final);
  const isOver = !Object.keys(next).length;
  if (isOver) return [make("p", {}, t("study.has", { hand: translated(category) }))];
  const rows = names.map((name) => [name, next[name].decimal, final[name].decimal]);
  return [make("p", {}, t("study.has", { hand: translated(category) })), bars(t("study.becomes"), [t("study.street"), t("study.end")], rows)];
}

function drawBreakdown({ combo_count: count, made, draw_parts: draws }) {
  const rows = (parts) => Object.entries(parts).map(([name, { decimal }]) => [name, decimal]);
  return [
    make("p", {}, t("study.hands", { count })),
    bars(t("study.made_hands"), [], rows(made)),
    Object.keys(draws).length ? bars(t("study.draws"), [], rows(draws)) : null,
  ];
}

/** The place of a value between the lowest of all, 0, and the highest, 1. */
function heatOf(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return (value) => (high > low ? (value - low) / (high - low) : 0.5);
}

/** The best and the worst, in words. */
function extremes(found, nameOf) {
  const sorted = Object.entries(found).sort(([, a], [, b]) => b - a);
  const [best, worst] = [sorted[0], sorted.at(-1)].map(([name, value]) => t("study.value", { name: nameOf(name), value: percent(value, 1) }));
  return make("p", {}, t("study.extremes", { best, worst }));
}

/** An equity in whole percent. */
const shown = (value) => (100 * value).toFixed(0);

/** A row for each suit and a column for each rank. */
function drawNext(found, { ranks }) {
  const heat = heatOf(Object.values(found));
  const down = [...ranks].reverse();
  const cell = (card) => (card in found ? withPart(make("td", { class: "heat", title: t("study.value", { name: cardName(card), value: percent(found[card]) }) }, shown(found[card])), heat(found[card])) : make("td", { class: "heat is-out" }));
  const row = (suit) => make("tr", {}, make("th", { scope: "row", class: isRed(suit) ? "is-red" : null, "aria-label": t(`suit.${suit}`) }, SUIT_SIGNS[suit]), ...down.map((rank) => cell(rank + suit)));
  const head = make("tr", {}, make("td"), ...down.map((rank) => make("th", { scope: "col" }, rankShown(rank))));
  return [extremes(found, cardName), make("table", { class: "heats" }, make("caption", { class: "unseen" }, t("study.next")), make("thead", {}, head), make("tbody", {}, ...[...SUITS].map(row)))];
}

/** The grid of starting hands. */
function drawEach(found, { ranks }) {
  const heat = heatOf(Object.values(found));
  const down = [...ranks].reverse();
  const cell = (hand) => (hand in found ? withPart(make("td", { class: "heat" }, make("span", {}, hand), make("span", {}, shown(found[hand]))), heat(found[hand])) : make("td", { class: "heat is-out" }, make("span", {}, hand)));
  const rows = down.map((_, row) => make("tr", {}, ...down.map((__, column) => cell(handAt(down, row, column)))));
  return [extremes(found, (hand) => hand), make("table", { class: "heats of-hands" }, make("caption", { class: "unseen" }, t("study.each")), make("tbody", {}, ...rows))];
}
