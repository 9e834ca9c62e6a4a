// The grid of the starting hands: drag to paint, or walk with the arrow keys.

import { fill, make } from "../shared/dom.js";
import { RANKS } from "../cards/suits.js";
import { t } from "../shared/language.js";

/** The hand in a row and a column, from the highest rank down: pairs on the diagonal, suited above it. */
function handAt(ranks, row, column) {
  const [high, low] = [Math.min(row, column), Math.max(row, column)].map((at) => ranks[at]);
  if (row === column) return high + low;
  return high + low + (column > row ? "s" : "o");
}

export class RangeGrid {
  /** `weightOf()` gives the weight to paint; `onChange(range)` gets the painted range. */
  constructor(host, { weightOf, onChange }) {
    Object.assign(this, { host, weightOf, onChange, weights: {}, painting: null });
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
    Object.assign(this, { ranks, side: down.length, weights: {}, painting: null });
    this.cells = down.flatMap((_, row) => down.map((_, column) => this.cell(handAt(down, row, column))));
    this.cells[0].tabIndex = 0;
    this.host.style.setProperty("--side", this.side);
    fill(this.host, ...this.cells);
  }

  cell(hand) {
    const kind = { s: "is-suited", o: "is-offsuit" }[hand[2]] ?? "is-pair";
    return make("button", { type: "button", class: kind, value: hand, tabindex: "-1", "aria-pressed": "false", "aria-label": hand }, hand);
  }

  /** Shows weights from 0 to 1 by hand; missing hands have weight 0. */
  show(weights) {
    if (this.painting !== null) return; // the current stroke continues; its range comes later
    this.weights = { ...weights };
    this.cells.forEach((cell) => this.draw(cell));
  }

  draw(cell) {
    const weight = this.weights[cell.value] ?? 0;
    cell.style.setProperty("--share", `${weight * 100}%`);
    cell.setAttribute("aria-pressed", String(weight > 0));
    cell.setAttribute("aria-label", weight > 0 && weight < 1 ? t("poker.weighted", { hand: cell.value, weight }) : cell.value);
  }

  paint(cell, weight) {
    if (weight) this.weights[cell.value] = weight;
    else delete this.weights[cell.value];
    this.draw(cell);
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
    return this.weights[cell.value] === weight ? 0 : weight;
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
    return Object.entries(this.weights)
      .map(([hand, weight]) => (weight === 1 ? hand : `${hand}:${Number(weight.toFixed(4))}`))
      .join(",");
  }
}
