// Scores of hands of a game: `node tests/js/js_scores.mjs GAME HOLE BOARD` reads rows of that many ids of cards, a byte each,
// and writes the score of each row as 32 bits.

import { readFileSync, writeSync } from "node:fs";
import { evaluate } from "../../js/src/poker.js";

const [game, hole, board] = process.argv.slice(2).map((word, at) => (at ? Number(word) : word));
const ids = readFileSync(0), width = hole + board;
const scores = new Uint32Array(ids.length / width);
for (let row = 0; row < scores.length; row += 1) {
  const cards = [...ids.subarray(row * width, (row + 1) * width)];
  scores[row] = evaluate(cards.slice(0, hole), game, { board: cards.slice(hole) }).score;
}
const bytes = new Uint8Array(scores.buffer);
for (let written = 0; written < bytes.length; ) written += writeSync(1, bytes, written);
