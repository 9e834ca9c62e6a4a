// The table as people use it: choose a number, an operation and another number, or drag a number onto another one.

import { fill, make } from "../shared/dom.js";
import { cardPicture, numberPicture, tilePicture } from "../cards/cards.js";
import { cardName } from "../cards/suits.js";
import { setting } from "../record/store.js";
import { shown, SIGNS } from "./table.js";
import { t } from "../shared/language.js";

// What a keyboard may type for each operation.
const KEYS = { "+": "+", "-": "-", "−": "-", "*": "*", x: "*", "×": "*", "/": "/", "÷": "/", ":": "/" };

const DRAGGED = 12; // pixels before a press on a piece becomes a drag

export class TableView {
  /**
   * `hand` and `operations` are the elements to fill. `onStep(step)` is called after each step,
   * `onSay(message, kind)` for everything else that a person should hear.
   */
  constructor({ hand, operations, steps, onStep, onSay, tiles = false }) {
    Object.assign(this, { hand, steps, onStep, onSay, tiles, table: null, isOpen: false, wasDragged: false });
    hand.classList.toggle("of-tiles", tiles);
    this.operations = Object.keys(SIGNS).map((operation) => this.operationButton(operation));
    fill(operations, ...this.operations);
  }

  /** Shows a new table. */
  deal(table) {
    this.table = table;
    this.isOpen = true;
    this.hand.style.setProperty("--pieces", table.pieces.length);
    this.forget();
    this.draw({ isDealt: true });
  }

  /** Shows a number of empty places and no steps. */
  empty(places) {
    this.table = null;
    this.isOpen = false;
    this.forget();
    this.hand.style.setProperty("--pieces", places);
    fill(this.hand, ...Array.from({ length: places }, () => make("span", { class: "gap" })));
    fill(this.steps);
    this.drawChoice();
  }

  /** Ends the round: nothing on the table can be chosen any more. */
  close() {
    this.isOpen = false;
    this.forget();
    this.draw();
  }

  forget() {
    this.first = null;
    this.second = null; // where the first piece was dropped, before the operation is chosen
    this.operation = null;
  }

  draw({ isDealt = false, made = null } = {}) {
    const focused = [...this.hand.children].indexOf(document.activeElement);
    fill(this.hand, ...this.table.pieces.map((piece, at) => this.place(piece, at, { isDealt, made })));
    fill(this.steps, ...this.table.steps.map((step) => make("li", {}, step)));
    this.drawChoice();
    // New buttons replace the old ones: whoever walks with the keyboard stays where they were.
    if (focused >= 0) (this.hand.children[made ?? focused] ?? this.hand).focus();
  }

  drawChoice() {
    [...this.hand.children].forEach((place, at) => {
      if (place.matches("button")) place.setAttribute("aria-pressed", String(at === this.first || at === this.second));
    });
    for (const button of this.operations) {
      button.setAttribute("aria-pressed", String(button.value === this.operation));
      button.disabled = !this.isOpen;
    }
  }

  place(piece, at, { isDealt, made }) {
    if (!piece) return make("span", { class: "gap" });
    const button = make("button", {
      type: "button",
      class: `piece${isDealt ? " is-dealt" : ""}${made === at ? " is-made" : ""}`,
      "aria-label": this.pieceName(piece),
      "aria-pressed": "false",
      "aria-keyshortcuts": String(at + 1),
      disabled: !this.isOpen,
    });
    button.append(this.pictureOf(piece), make("span", { class: "key", "aria-hidden": "true" }, String(at + 1)));
    button.addEventListener("pointerdown", (event) => this.press(event, at));
    // The click that ends a drag chooses nothing; a click from the keyboard has no detail.
    button.addEventListener("click", ({ detail }) => (detail && this.wasDragged) || this.choose(at));
    return button;
  }

  pictureOf(piece) {
    if (this.tiles) return tilePicture(piece.value);
    if (piece.card) return cardPicture(piece.card, { showsWorth: true });
    return numberPicture(piece.value, piece.text === shown(piece.value) ? "" : piece.text);
  }

  pieceName(piece) {
    return piece.card ? t("table.card", { number: piece.value, card: cardName(piece.card) }) : `${piece.value}`;
  }

  operationButton(operation) {
    const name = t(`sign.${operation}`);
    return make(
      "button",
      { type: "button", class: "operation", value: operation, "aria-label": name, "aria-pressed": "false", title: name, onclick: () => this.operate(operation) },
      SIGNS[operation],
    );
  }

  /** Chooses the piece at a place: the first number, or the second one, which makes the step. */
  choose(at) {
    if (!this.isOpen || !this.table.pieces[at]) return;
    if (this.second !== null) this.forget();
    if (this.first === at) return this.letGo();
    if (this.first === null || this.operation === null) {
      this.first = at;
      this.drawChoice();
      return this.onSay(t("table.choose_operation", { number: this.table.pieces[at].value }));
    }
    this.combine(at);
  }

  letGo() {
    this.forget();
    this.drawChoice();
    this.onSay(t("table.nothing"));
  }

  operate(operation) {
    if (!this.isOpen) return;
    if (this.first === null) return this.onSay(t("table.number_first"));
    this.operation = operation;
    if (this.second !== null) return this.combine(this.second);
    this.drawChoice();
    this.onSay(t("table.choose_second", { number: this.table.pieces[this.first].value, sign: t(`sign.${operation}`) }));
  }

  combine(at) {
    const refusal = this.table.refusal(this.first, this.operation, at);
    if (refusal) {
      Object.assign(this, { operation: null, second: null });
      this.drawChoice();
      return this.onSay(refusal, "bad");
    }
    const step = this.table.combine(this.first, this.operation, at);
    this.forget();
    if (setting("chains", false) && this.table.left.length > 1) this.first = at;
    this.draw({ made: at });
    this.onStep(step);
  }

  /** Follows a pointer that was pressed on a piece: far enough, it drags the piece. */
  press(event, from) {
    this.wasDragged = false;
    if (!this.isOpen || event.button !== 0) return;
    const piece = event.currentTarget;
    const move = ({ clientX, clientY }) => {
      const [x, y] = [clientX - event.clientX, clientY - event.clientY];
      if (!this.wasDragged && Math.hypot(x, y) < DRAGGED) return;
      this.wasDragged = true;
      piece.classList.add("is-dragged");
      piece.style.translate = `${x}px ${y}px`;
    };
    const end = ({ type, clientX, clientY }) => {
      piece.removeEventListener("pointermove", move);
      const target = document.elementFromPoint(clientX, clientY); // a dragged piece is not found itself
      piece.classList.remove("is-dragged");
      piece.style.translate = "";
      if (this.wasDragged && type === "pointerup") this.drop(from, target?.closest("button"));
    };
    piece.setPointerCapture(event.pointerId);
    piece.addEventListener("pointermove", move);
    for (const type of ["pointerup", "pointercancel"]) piece.addEventListener(type, end, { once: true });
  }

  /** A piece was dropped on a button: another piece, or an operation. */
  drop(from, target) {
    const to = [...this.hand.children].indexOf(target);
    if (!this.isOpen || !target || to === from) return;
    if (this.operations.includes(target)) {
      this.first = from;
      return this.operate(target.value);
    }
    if (to < 0) return;
    Object.assign(this, { first: from, second: to, operation: null });
    this.drawChoice();
    const [first, second] = [from, to].map((at) => this.table.pieces[at].value);
    this.onSay(t("table.choose_between", { first, second }));
  }

  /** Combines everything that is left, from left to right, by one operation. */
  combineAll(operation) {
    while (this.isOpen && this.table.left.length > 1) {
      const count = this.table.left.length;
      [this.first, this.operation] = [this.table.pieces.findIndex(Boolean), operation];
      this.combine(this.table.pieces.findIndex((piece, at) => piece && at > this.first));
      if (this.table.left.length === count) return; // refused
    }
  }

  undo() {
    if (!this.isOpen) return;
    if (this.first !== null) return this.letGo();
    if (!this.table.undo()) return this.onSay(t("table.no_step"));
    this.forget();
    this.draw();
    this.onSay(t("table.undone"));
  }

  clear() {
    if (!this.isOpen) return;
    this.table.clear();
    this.forget();
    this.draw();
    this.onSay(t("table.cleared"));
  }

  /** Handles a key that means something on the table; true if it did. */
  handlesKey(event) {
    if (!this.table) return false;
    if (/^[1-9]$/.test(event.key)) this.choose(Number(event.key) - 1);
    else if (event.key in KEYS) this.operate(KEYS[event.key]);
    else if (event.key === "Backspace") this.undo();
    else if (event.key === "Escape") this.clear();
    else return false;
    event.preventDefault();
    return true;
  }
}
