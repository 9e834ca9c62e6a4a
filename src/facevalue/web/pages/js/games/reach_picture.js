// Which targets can be made, as a picture: fifty targets in a row.

import { makeSvg } from "../shared/dom.js";

const PER_ROW = 50;
const [SIZE, STEP, LABEL] = [9, 11, 36];
const GAP = 4; // after each ten

const left = (place) => LABEL + place * STEP + Math.floor(place / 10) * GAP;

/** A square for each target from `low` to `high`; those in `missing` have another colour. */
export function reachPicture({ low, high, missing }) {
  const cannot = new Set(missing);
  const first = low - (low % PER_ROW);
  const rows = Math.floor((high - first) / PER_ROW) + 1;
  const parts = [];
  for (let row = 0; row < rows; row += 1) {
    const start = first + row * PER_ROW;
    const y = row * STEP;
    parts.push(makeSvg("text", { x: LABEL - 6, y: y + SIZE - 1, "font-size": SIZE, "text-anchor": "end" }, String(start)));
    parts.push(...squares(start, y, { low, high, cannot }));
  }
  const size = `0 0 ${left(PER_ROW)} ${rows * STEP}`;
  const words = `${high - low + 1 - cannot.size} of ${high - low + 1} targets can be made`;
  return makeSvg("svg", { class: "reach-picture", viewBox: size, role: "img", "aria-label": words }, ...parts);
}

function squares(start, y, { low, high, cannot }) {
  const drawn = [];
  for (let place = 0; place < PER_ROW; place += 1) {
    const target = start + place;
    if (target < low || target > high) continue;
    const word = cannot.has(target) ? "cannot" : "can";
    const title = makeSvg("title", {}, `${target}: ${word === "can" ? "can be made" : "cannot be made"}`);
    drawn.push(makeSvg("rect", { x: left(place), y, width: SIZE, height: SIZE, rx: "1.5", class: word }, title));
  }
  return drawn;
}
