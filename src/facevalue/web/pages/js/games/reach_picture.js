// Which targets can be made, as a picture: fifty targets in a row.

import { makeSvg } from "../shared/dom.js";
import { t } from "../shared/language.js";

const PER_ROW = 50;
const [SIZE, STEP, LABEL] = [9, 11, 36];
const GAP = 4; // after each ten

const left = (place) => LABEL + place * STEP + Math.floor(place / 10) * GAP;

/**
 * A square for each target from `low` to `high`, a link to `addressOf(target)`; those in `missing` have
 * another colour. The text above it and the field of the target say and do the same for the keyboard
 * and for screen readers.
 */
export function reachPicture({ low, high, missing }, addressOf) {
  const cannot = new Set(missing);
  const first = low - (low % PER_ROW);
  const rows = Math.floor((high - first) / PER_ROW) + 1;
  const parts = [];
  for (let row = 0; row < rows; row += 1) {
    const start = first + row * PER_ROW;
    const y = row * STEP;
    parts.push(makeSvg("text", { x: LABEL - 6, y: y + SIZE - 1, "font-size": SIZE, "text-anchor": "end" }, String(start)));
    parts.push(...squares(start, y, { low, high, cannot, addressOf }));
  }
  const size = `0 0 ${left(PER_ROW)} ${rows * STEP}`;
  return makeSvg("svg", { class: "reach-picture", viewBox: size, "aria-hidden": "true" }, ...parts);
}

function squares(start, y, { low, high, cannot, addressOf }) {
  const drawn = [];
  for (let place = 0; place < PER_ROW; place += 1) {
    const target = start + place;
    if (target < low || target > high) continue;
    const word = cannot.has(target) ? "cannot" : "can";
    const title = makeSvg("title", {}, t(`solve.${word}`, { target }));
    const square = makeSvg("rect", { x: left(place), y, width: SIZE, height: SIZE, rx: "1.5", class: word }, title);
    drawn.push(makeSvg("a", { href: addressOf(target), tabindex: "-1" }, square));
  }
  return drawn;
}
