// The grid of the starting hands: drag to paint, or walk with the arrow keys.

import { fill, make } from "../shared/dom.js";
import { cardName, RANKS, SUIT_SIGNS, SUITS } from "../cards/suits.js";
import { t } from "../shared/language.js";

/** The hand in a row and a column, from the highest rank down: pairs on the diagonal, suited above it. */
export function handAt(ranks, row, column) {
  const [high, low] = [Math.min(row, column), Math.max(row, column)].map((at) => ranks[at]);
  if (row === column) return high + low;
  return high + low + (column > row ? "s" : "o");
}

/** The hands of two cards of a starting hand, such as AhKh of AKs. */
function combosOf([high, low, kind]) {
  const pairs = [...SUITS].flatMap((one) => [...SUITS].map((other) => [one, other]));
  const isMeant = ([one, other]) => (kind === "s" ? one === other : kind === "o" ? one !== other : SUITS.indexOf(one) < SUITS.indexOf(other));
  return pairs.filter(isMeant).map(([one, other]) => high + one + low + other);
}

/** The starting hand of two cards, the higher first. */
const classOf = ([[high, one], [low, other]]) => high + low + (high === low ? "" : one === other ? "s" : "o");

/** A weight such as 1, "1/2" or "0.25" as a number. */
const partOf = (weight) => {
  const [above, below = 1] = String(weight).split("/");
  return Number(above) / Number(below);
};

export class RangeGrid {
  /**
   * `suits` is the element for the hands of the last cell. `weightOf()` gives the weight to paint;
   * `onChange(range)` gets the painted range.
   */
  constructor(host, { suits, weightOf, onChange }) {
    // The weight of each hand of two cards, by the starting hand; weights are as the library writes them.
    Object.assign(this, { host, suits, weightOf, onChange, weights: {}, painting: null, last: null });
    this.build(RANKS);
    host.addEventListener("pointerdown", (event) => this.begin(event));
    host.addEventListener("pointermove", (event) => this.move(event));
    host.addEventListener("pointerup", () => this.end());
    host.addEventListener("pointercancel", () => this.end());
    host.addEventListener("click", (event) => this.click(event));
    host.addEventListener("keydown", (event) => this.key(event));
  }

  /** Makes the cells for a deck of these ranks, the lowest first. */
  build(ranks) {
    if (this.ranks === ranks) return;
    const down = [...ranks].reverse();
    Object.assign(this, { ranks, side: down.length, weights: {}, painting: null, last: null });
    this.cells = down.flatMap((_, row) => down.map((_, column) => this.cell(handAt(down, row, column))));
    this.cells[0].tabIndex = 0;
    this.host.style.setProperty("--side", this.side);
    fill(this.host, ...this.cells);
    this.drawSuits();
  }

  cell(hand) {
    const kind = { s: "is-suited", o: "is-offsuit" }[hand[2]] ?? "is-pair";
    return make("button", { type: "button", class: kind, value: hand, tabindex: "-1", "aria-pressed": "false", "aria-label": hand }, hand);
  }

  /** Shows a range: `{cards, weight}` for each hand of two cards that it has. */
  show(combos) {
    if (this.painting !== null) return; // the current stroke continues; its range comes later
    this.weights = {};
    for (const { cards, weight } of combos) (this.weights[classOf(cards)] ??= {})[cards.join("")] = weight;
    this.cells.forEach((cell) => this.draw(cell));
    this.drawSuits();
  }

  /** The mean weight of the hands of a cell. */
  meanOf(hand) {
    const all = Object.values(this.weights[hand] ?? {});
    return all.reduce((sum, weight) => sum + partOf(weight), 0) / combosOf(hand).length;
  }

  draw(cell) {
    const weight = this.meanOf(cell.value);
    cell.style.setProperty("--share", `${weight * 100}%`);
    cell.setAttribute("aria-pressed", String(weight > 0));
    cell.setAttribute("aria-label", weight > 0 && weight < 1 ? t("poker.weighted", { hand: cell.value, weight: Number(weight.toFixed(2)) }) : cell.value);
  }

  paint(cell, weight) {
    this.last = cell.value;
    if (weight) this.weights[cell.value] = Object.fromEntries(combosOf(cell.value).map((combo) => [combo, weight]));
    else delete this.weights[cell.value];
    this.draw(cell);
    this.drawSuits();
  }

  /** A button for each hand of the cell that was painted last. */
  drawSuits() {
    const { last } = this;
    if (!last) return fill(this.suits, make("span", { class: "note" }, t("poker.choose_cell")));
    const focused = [...this.suits.querySelectorAll("button")].indexOf(document.activeElement);
    const buttons = combosOf(last).map((combo) => {
      const isIn = combo in (this.weights[last] ?? {});
      const name = combo.match(/../g).map(cardName).join(" ");
      const shown = combo.match(/../g).map(([rank, suit]) => rank + SUIT_SIGNS[suit]).join("");
      return make("button", { type: "button", "aria-pressed": String(isIn), "aria-label": name, onclick: () => this.turnCombo(combo) }, shown);
    });
    fill(this.suits, make("span", {}, t("poker.suits_of", { hand: last })), ...buttons);
    buttons[focused]?.focus();
  }

  /** Adds one hand of the cell that was painted last, or takes it away. */
  turnCombo(combo) {
    const weights = (this.weights[this.last] ??= {});
    if (combo in weights) delete weights[combo];
    else weights[combo] = this.weightOf();
    this.draw(this.cells.find((cell) => cell.value === this.last));
    this.drawSuits();
    this.onChange(this.text);
  }

  begin(event) {
    const cell = event.target.closest("button");
    if (!cell || event.button !== 0) return;
    this.painting = this.turned(cell);
    this.paint(cell, this.painting);
    this.host.setPointerCapture(event.pointerId);
  }

  move(event) {
    if (this.painting === null) return;
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("button");
    if (cell && this.host.contains(cell)) this.paint(cell, this.painting);
  }

  end() {
    if (this.painting === null) return;
    this.painting = null;
    this.onChange(this.text);
  }

  /** A click without a pointer comes from the keyboard or a screen reader. */
  click(event) {
    const cell = event.target.closest("button");
    if (!cell || event.detail !== 0) return;
    this.paint(cell, this.turned(cell));
    this.onChange(this.text);
  }

  /** The weight that a stroke which begins at this cell paints: it adds hands or takes them away. */
  turned(cell) {
    const weight = this.weightOf();
    return this.meanOf(cell.value) === weight ? 0 : weight;
  }

  key(event) {
    const at = this.cells.indexOf(event.target);
    if (at >= 0 && this.walk(at, event.key)) event.preventDefault();
  }

  walk(at, key) {
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.side, ArrowUp: -this.side }[key];
    const next = by && this.cells[at + by];
    if (!next) return false;
    this.cells.forEach((cell) => (cell.tabIndex = -1));
    next.tabIndex = 0;
    next.focus();
    return true;
  }

  /** The painted range as text, hand by hand; the library writes it shorter. */
  get text() {
    const weighted = (hand, weight) => (partOf(weight) === 1 ? hand : `${hand}:${weight}`);
    return Object.entries(this.weights)
      .flatMap(([hand, combos]) => {
        const weights = Object.values(combos);
        const isWhole = weights.length === combosOf(hand).length && weights.every((weight) => weight === weights[0]);
        return isWhole ? weighted(hand, weights[0]) : Object.entries(combos).map(([combo, weight]) => weighted(combo, weight));
      })
      .join(",");
  }
}
