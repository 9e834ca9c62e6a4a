// The grid of the 169 starting hands: drag to paint, or walk with the arrow keys.

import { fill, make } from "./dom.js";
import { RANKS } from "./suits.js";

const RANKS_DOWN = [...RANKS].reverse();
const SIDE = RANKS_DOWN.length;

/** The hand in a row and a column: pairs on the diagonal, suited above it. */
function handAt(row, column) {
  const [high, low] = [Math.min(row, column), Math.max(row, column)].map((at) => RANKS_DOWN[at]);
  if (row === column) return high + low;
  return high + low + (column > row ? "s" : "o");
}

export class RangeGrid {
  /** `weightOf()` gives the weight to paint; `onChange(text)` is told the range painted. */
  constructor(host, { weightOf, onChange }) {
    Object.assign(this, { host, weightOf, onChange, weights: {}, painting: null });
    this.cells = Array.from({ length: SIDE * SIDE }, (_, at) => this.cell(Math.floor(at / SIDE), at % SIDE));
    this.cells[0].tabIndex = 0;
    fill(host, ...this.cells);
    host.addEventListener("pointerdown", (event) => this.begin(event));
    host.addEventListener("pointermove", (event) => this.move(event));
    host.addEventListener("pointerup", () => this.end());
    host.addEventListener("pointercancel", () => this.end());
    host.addEventListener("click", (event) => this.click(event));
    host.addEventListener("keydown", (event) => this.key(event));
  }

  cell(row, column) {
    const hand = handAt(row, column);
    const kind = { s: "is-suited", o: "is-offsuit" }[hand[2]] ?? "is-pair";
    return make("button", { type: "button", class: kind, value: hand, tabindex: "-1", "aria-pressed": "false", "aria-label": hand }, hand);
  }

  /** Shows weights from 0 to 1 by hand; hands that are missing have none. */
  show(weights) {
    if (this.painting !== null) return; // the stroke under way goes on; its range comes later
    this.weights = { ...weights };
    this.cells.forEach((cell) => this.draw(cell));
  }

  draw(cell) {
    const weight = this.weights[cell.value] ?? 0;
    cell.style.setProperty("--share", `${weight * 100}%`);
    cell.setAttribute("aria-pressed", String(weight > 0));
    cell.setAttribute("aria-label", weight > 0 && weight < 1 ? `${cell.value}, weight ${weight}` : cell.value);
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
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: SIDE, ArrowUp: -SIDE }[key];
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
