// Cards, results and tiles as SVG pictures.

import { makeSvg } from "../shared/dom.js";
import { courtPicture } from "./courts.js";
import { colourOf, rankShown, suitShape } from "./suits.js";

const PAPER = "#fffdf6";
const EDGE = "#d8d0ba";
const SERIF = '"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L",Georgia,"DejaVu Serif",serif';

const [LEFT, MIDDLE, RIGHT] = [32, 50, 68];
const ROWS = { top: 29, high: 56.3, middle: 70, low: 83.7, bottom: 111 };
const pair = (y) => [[LEFT, y], [RIGHT, y]];
const SIX = [...pair(ROWS.top), ...pair(ROWS.middle), ...pair(ROWS.bottom)];
const EIGHT = [...pair(ROWS.top), ...pair(ROWS.high), ...pair(ROWS.low), ...pair(ROWS.bottom)];
const FOUR = [...pair(ROWS.top), ...pair(ROWS.bottom)];
// Where the pips of each rank are, as on printed cards.
const PIPS = {
  2: [[MIDDLE, ROWS.top], [MIDDLE, ROWS.bottom]],
  3: [[MIDDLE, ROWS.top], [MIDDLE, ROWS.middle], [MIDDLE, ROWS.bottom]],
  4: FOUR,
  5: [...FOUR, [MIDDLE, ROWS.middle]],
  6: SIX,
  7: [...SIX, [MIDDLE, 49.5]],
  8: [...SIX, [MIDDLE, 49.5], [MIDDLE, 90.5]],
  9: [...EIGHT, [MIDDLE, ROWS.middle]],
  T: [...EIGHT, [MIDDLE, 42.6], [MIDDLE, 97.4]],
};
// The worth of ranks that do not show it.
const WORTH = { A: 1, J: 11, Q: 12, K: 13 };

function paper(height, round) {
  return makeSvg("rect", { x: "0.7", y: "0.7", width: "98.6", height: height - 1.4, rx: round, fill: PAPER, stroke: EDGE, "stroke-width": "1.4" });
}

function label(text, x, y, size, colour, more = {}) {
  return makeSvg("text", { x, y, fill: colour, "font-size": size, "font-family": SERIF, "font-weight": "600", "text-anchor": "middle", ...more }, text);
}

function picture(height, ...parts) {
  return makeSvg("svg", { viewBox: `0 0 100 ${height}`, "aria-hidden": "true", focusable: "false" }, ...parts);
}

/** Rank and suit in a corner; the other corner shows them upside down. */
function corner(rank, suit) {
  const shown = rankShown(rank);
  const squeezed = shown.length > 1 ? { textLength: "17", lengthAdjust: "spacingAndGlyphs" } : {};
  return [label(shown, 11.5, 21, 21, colourOf(suit), squeezed), suitShape(suit, 11.5, 32, 0.62)];
}

function middle(rank, suit) {
  if (rank === "A") return [suitShape(suit, 50, 66, 2.3)];
  if (rank in PIPS) return PIPS[rank].map(([x, y]) => suitShape(suit, x, y, 0.92, y > 70));
  return courtPicture(rank, suit);
}

/** What a card is worth at 24, on the cards that do not show it. */
function worth(rank) {
  if (!(rank in WORTH)) return [];
  const y = rank === "A" ? 113 : 70;
  return [
    makeSvg("rect", { x: "33", y: y - 12.5, width: "34", height: "25", rx: "12.5", fill: PAPER, stroke: "#8d8567", "stroke-width": "1.2" }),
    label(`${WORTH[rank]}`, 50, y + 6.7, 20, "#3a3728"),
  ];
}

/** A playing card such as "Ah"; with `showsWorth`, ace to king show their number. */
export function cardPicture(card, { showsWorth = false } = {}) {
  const [rank, suit] = card;
  const turned = makeSvg("g", { transform: "rotate(180 50 70)" }, ...corner(rank, suit));
  const shown = showsWorth ? worth(rank) : [];
  return picture(140, paper(140, 8.5), ...middle(rank, suit), ...corner(rank, suit), turned, ...shown);
}

/** A number on a card, for results and for numbers that were not dealt as cards. */
export function numberPicture(value, expression = "") {
  const frame = makeSvg("rect", { x: "8", y: "8", width: "84", height: "124", rx: "5", fill: "none", stroke: "#b99a4d", "stroke-width": "1.4" });
  const below = expression ? [label(expression, 50, 118, fitting(expression, 12), "#5d5740", { "font-family": "monospace", "font-weight": "400" })] : [];
  return picture(140, paper(140, 8.5), frame, ...numberParts(value, 70, 46), ...below);
}

/** A number on a square tile. */
export function tilePicture(value) {
  const frame = makeSvg("rect", { x: "7", y: "7", width: "86", height: "86", rx: "9", fill: "none", stroke: "#b99a4d", "stroke-width": "1.4" });
  return picture(100, paper(100, 14), frame, ...numberParts(value, 50, 42));
}

/** A whole number, or a fraction with its bar, around a height. */
function numberParts(value, y, size) {
  const text = value.toString().replace("-", "−");
  const [above, below] = text.split("/");
  if (below === undefined) {
    const fit = fitting(text, size);
    return [label(text, 50, y + fit * 0.35, fit, "#22281f")];
  }
  const fit = Math.min(fitting(above, size * 0.72), fitting(below, size * 0.72));
  const width = Math.max(above.length, below.length) * fit * 0.55 + 8;
  return [
    label(above, 50, y - 6, fit, "#22281f"),
    makeSvg("line", { x1: 50 - width / 2, x2: 50 + width / 2, y1: y, y2: y, stroke: "#22281f", "stroke-width": "2.4" }),
    label(below, 50, y + 6 + fit * 0.7, fit, "#22281f"),
  ];
}

/** A size at which the text fits between the edges of a card. */
const fitting = (text, size) => Math.min(size, 118 / Math.max(1, text.length));
