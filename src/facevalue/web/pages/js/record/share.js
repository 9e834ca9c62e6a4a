// The results of a day to share: as words, and as a small picture of squares and stars.

import { dailyVisit, GAMES, gameTitle, resultLines, SCORES } from "./days.js";
import { isPublic, pageAddress } from "../shared/shell.js";
import { clockTime } from "../shared/dom.js";
import { t } from "../shared/language.js";

const [WIDTH, MARGIN, ROW, CELL] = [480, 24, 52, 21]; // pixels
const FONT = "system-ui, sans-serif";
const COLOURS = { felt: "#1d6146", edge: "#6d4a2a", ink: "#f7f3e4", soft: "#cfe3d5", on: "#f3cf74", off: "#12503a" };
/** The address of a page for other people; null if they could not open it. */
export function publicAddress(name, query) {
  return isPublic(location.hostname) ? new URL(pageAddress(name, query), location.href).href : null;
}

/** The results of a day in words. */
export function shareText({ number, date }) {
  const link = publicAddress("daily", `date=${date}`);
  return [t("share.head", { number, date }), ...resultLines(date), ...(link ? [link] : [])].join("\n");
}

/** Draws the results of a day on a canvas: a row of squares or stars for each game. */
export function drawResults(canvas, { number, date }) {
  const played = GAMES.filter((game) => dailyVisit(date, game).isOver);
  const link = publicAddress("daily", "")?.replace(/^https?:\/\//, "");
  const height = 76 + ROW * played.length + (link ? 34 : 12);
  Object.assign(canvas, { width: 2 * WIDTH, height: 2 * height }); // sharp on fine screens
  const brush = canvas.getContext("2d");
  brush.scale(2, 2);
  brush.fillStyle = COLOURS.edge;
  brush.fillRect(0, 0, WIDTH, height);
  brush.fillStyle = COLOURS.felt;
  brush.fillRect(6, 6, WIDTH - 12, height - 12);
  write(brush, t("share.title", { number }), MARGIN, 40, { font: `600 22px ${FONT}` });
  write(brush, date, WIDTH - MARGIN, 40, { font: `15px ${FONT}`, align: "right", colour: COLOURS.soft });
  played.forEach((game, row) => drawGame(brush, game, dailyVisit(date, game).now, 84 + row * ROW));
  if (link) write(brush, link, MARGIN, height - 22, { font: `14px ${FONT}`, colour: COLOURS.soft });
}

function drawGame(brush, game, puzzle, y) {
  const { points, of } = SCORES[game](puzzle);
  write(brush, gameTitle(game), MARGIN, y + 14, { font: `600 16px ${FONT}` });
  const isStars = game === "digits";
  for (let at = 0; at < of; at += 1) {
    const x = 136 + at * (isStars ? 19 : CELL + 3);
    brush.fillStyle = at < points ? COLOURS.on : COLOURS.off;
    if (isStars) write(brush, "★", x, y + 15, { font: `19px ${FONT}`, colour: brush.fillStyle });
    else brush.fillRect(x, y - 2, CELL, CELL);
  }
  if (game === "24" && puzzle.outcome.solved) {
    write(brush, clockTime(puzzle.seconds), WIDTH - MARGIN, y + 14, { font: `600 16px ${FONT}`, align: "right" });
  }
}

function write(brush, words, x, y, { font, align = "left", colour = COLOURS.ink }) {
  Object.assign(brush, { font, textAlign: align, fillStyle: colour });
  brush.fillText(words, x, y);
}

/** The picture of a canvas as a file. */
export async function pictureOf(canvas) {
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return new File([blob], "facevalue.png", { type: "image/png" });
}
