// Jack, queen and king: half a figure of simple shapes, drawn twice, the second time upside down.

import { makeSvg } from "../shared/dom.js";
import { isRed, suitShape } from "./suits.js";

const GOLD = "#e3b04b";
const SKIN = "#f6d9b8";
const LINE = "#2a211a";
const FRAME = { x: 21, y: 12, width: 58, height: 116 };

const COLOURS = {
  red: { robe: "#b8202a", trim: "#1f3a5f", hair: "#c98a35", paper: "#fdf3e0" },
  black: { robe: "#22406b", trim: "#a52530", hair: "#5a3a22", paper: "#eef2f3" },
};

const path = (d, fill, more = {}) =>
  makeSvg("path", { d, fill, stroke: LINE, "stroke-width": "0.9", "stroke-linejoin": "round", ...more });

function robe({ robe: cloth, trim }) {
  return [
    path("M21 70V58C27 49 36 46 43 44.500H57C64 46 73 49 79 58V70z", cloth),
    path("M21 70 44 46 50 56 56 46 79 70H68L50 62 32 70z", trim),
    path("M38 46.500 50 60 62 46.500 57.500 44.500H42.500z", GOLD),
    path("M44.500 44.500 50 52 55.500 44.500z", "#fffdf7"),
    ...[28, 34, 66, 72].map((x) => makeSvg("circle", { cx: x, cy: Math.abs(x - 50) > 20 ? 57 : 52.500, r: "1.500", fill: GOLD })),
  ];
}

function face() {
  const dark = { fill: "none", stroke: LINE, "stroke-width": "0.9", "stroke-linecap": "round" };
  return [
    path("M46 37H54V46Q50 49 46 46z", SKIN),
    path("M41.500 29C41.500 22 58.500 22 58.500 29 58.500 37.500 54 42 50 42 46 42 41.500 37.500 41.500 29z", SKIN),
    makeSvg("circle", { cx: "46.300", cy: "30.500", r: "1.050", fill: LINE }),
    makeSvg("circle", { cx: "53.700", cy: "30.500", r: "1.050", fill: LINE }),
    makeSvg("path", { d: "M44.500 28Q46.300 26.900 48 28M52 28Q53.700 26.900 55.500 28M50 30.500 49.300 34.300H50.700", ...dark }),
  ];
}

const mouth = () => path("M47.800 37.300Q50 39 52.200 37.300", "none", { stroke: "#a8382f", "stroke-linecap": "round" });

const FIGURES = {
  K: ({ hair, trim }) => [
    path("M39.500 24C36 34 38 41 41.500 43L43.500 26H56.500L58.500 43C62 41 64 34 60.500 24z", hair),
    ...face(),
    path("M42.500 34.500Q46 36.500 50 35.500 54 36.500 57.500 34.500 58 45.500 50 49.500 42 45.500 42.500 34.500z", hair),
    path("M46.800 37.800Q50 36.300 53.200 37.800 50 40 46.800 37.800z", "#fffdf7"),
    path("M38.500 26 36.500 14.500 43.500 19 50 12.500 56.500 19 63.500 14.500 61.500 26Q50 22.500 38.500 26z", GOLD),
    makeSvg("circle", { cx: "50", cy: "20.500", r: "1.700", fill: trim }),
  ],
  Q: ({ hair, trim }) => [
    path("M40 23C33 33 34 46 38 52L44.500 46 43.500 26H56.500L55.500 46 62 52C66 46 67 33 60 23z", hair),
    ...face(),
    mouth(),
    path("M41 28C42 22 58 22 59 28 55 24.500 45 24.500 41 28z", hair),
    path("M40.500 24.500Q40 19 38.500 17.500 43 18.500 45.500 20.500 47 16 50 14 53 16 54.500 20.500 57 18.500 61.500 17.500 60 19 59.500 24.500 50 20.500 40.500 24.500z", GOLD),
    makeSvg("circle", { cx: "50", cy: "19", r: "1.700", fill: trim }),
    makeSvg("circle", { cx: "50", cy: "50", r: "1.800", fill: "#fffdf7", stroke: LINE, "stroke-width": "0.700" }),
  ],
  J: ({ hair, trim, robe: cloth }) => [
    path("M41 25C37 32 38 38 40 40.500Q43 41 43.500 38L43 26H57L56.500 38Q57 41 60 40.500C62 38 63 32 59 25z", hair),
    ...face(),
    mouth(),
    path("M39 25.500C38 17 45 13.500 52 14 59 14.500 63 19 61 25.500Q50 21 39 25.500z", trim),
    path("M38.500 26.500Q50 20.500 61.500 26.500L61 23.500Q50 18 39 23.500z", GOLD),
    path("M58 20C64 17 67 20 66 28 63 24 60 23.500 58 20z", cloth),
  ],
};

/** The picture of a jack, queen or king, for a card that is 100 by 140. */
export function courtPicture(rank, suit) {
  const colours = COLOURS[isRed(suit) ? "red" : "black"];
  const half = () => [...robe(colours), ...FIGURES[rank](colours), suitShape(suit, 30, 23, 0.62)];
  return [
    makeSvg("rect", { ...FRAME, fill: colours.paper }),
    makeSvg("g", {}, ...half()),
    makeSvg("g", { transform: "rotate(180 50 70)" }, ...half()),
    makeSvg("rect", { x: "21", y: "68", width: "58", height: "4", fill: GOLD, stroke: LINE, "stroke-width": "0.900" }),
    makeSvg("rect", { ...FRAME, rx: "3", fill: "none", stroke: colours.robe, "stroke-width": "1.200" }),
  ];
}
