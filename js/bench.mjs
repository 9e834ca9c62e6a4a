// Compares the package with others on npm, in one process and in turns, and prints a table for docs/about/performance.md:
//   npm install --no-save pokersolver phe poker-evaluator poker-odds-calc poker-odds-calculator && node bench.mjs [SEED]
// Each package gets the same questions, other ones each time. The times are the CPU time of this process.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import * as poker from "./src/poker.js";
import * as puzzle from "./src/puzzle.js";

const require = createRequire(`${process.cwd()}/`);
const { Hand } = require("pokersolver");
const { evaluateCards } = require("phe");
const { evalHand } = require("poker-evaluator");
const { TexasHoldem } = require("poker-odds-calc");
const { CardGroup, OddsCalculator } = require("poker-odds-calculator");

const HANDS = 2_000, PAIRS = 60, ROUNDS = 5;
const seed = Number(process.argv[2] ?? Date.now() % 1_000_000);
console.log(`seed ${seed}`);

let state = seed;
const below = (bound) => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) && (state >>> 8) % bound;

function drawn(count) {
  const deck = Array.from({ length: 52 }, (_, id) => id);
  return Array.from({ length: count }, (_, at) => {
    const other = at + below(52 - at);
    [deck[at], deck[other]] = [deck[other], deck[at]];
    return deck[at];
  });
}

const text = (id) => "23456789TJQKA"[id >> 2] + "cdhs"[id & 3];
const repeated = (count, make) => Array.from({ length: count }, make);

/** Microseconds of CPU time per question of each function: the best of several rounds, in turns. */
async function compare(questions, ...functions) {
  const best = functions.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, call] of functions.entries()) {
      const start = process.cpuUsage();
      for (const question of questions) await call(question);
      const { user, system } = process.cpuUsage(start);
      best[at] = Math.min(best[at], (user + system) / questions.length);
    }
  }
  return best;
}

/** The same for functions that return no promise, without the time of waiting for one. */
function compareNow(questions, ...functions) {
  const lists = functions.map((call) => (all) => {
    for (const question of all) call(question);
  });
  return compare([questions], ...lists).then((times) => times.map((time) => time / questions.length));
}

const shown = (micros) => (micros < 1000 ? `${micros.toPrecision(3)} µs` : `${(micros / 1000).toPrecision(3)} ms`);
function row(work, own, others = {}) {
  if (!Object.keys(others).length) console.log(`| ${work} | ${shown(own)} | | | |`);
  for (const [name, its] of Object.entries(others)) {
    const ratio = (its / own).toLocaleString("en-US", { maximumFractionDigits: 1 });
    console.log(`| ${work} | ${shown(own)} | ${name} | ${shown(its)} | ${ratio}x |`);
  }
}

// Hands.
const hands = repeated(HANDS, () => drawn(7)).map((ids) => ({ ids, list: ids.map(text), joined: ids.map(text).join("") }));
for (const { list, joined } of hands) if (evaluateCards(list) !== poker.value(joined)) throw new Error(`phe disagrees about ${joined}`);
let [mine, first, second, third] = await compareNow(hands, ({ joined }) => poker.value(joined), ({ list }) => Hand.solve(list), ({ list }) => evaluateCards(list), ({ list }) => evalHand(list));
row("`value` of seven cards as a string", mine, { pokersolver: first, phe: second, "poker-evaluator": third });
[mine, first] = await compareNow(hands, ({ ids }) => poker.value(ids), ({ list }) => evaluateCards(list));
row("`value` of seven ids", mine, { phe: first });
const rows = new Uint8Array(hands.flatMap(({ ids }) => ids));
[mine] = await compareNow([rows], (all) => poker.values(all));
row("`values` of seven ids, one of many", mine / HANDS);
[mine, first] = await compareNow(hands, ({ joined }) => poker.evaluate(joined), ({ list }) => Hand.solve(list).descr);
row("`evaluate` of seven cards", mine, { pokersolver: first });

const tables = repeated(HANDS, () => drawn(11).map(text)).map((cards) => {
  const board = cards.slice(6), holes = [cards.slice(0, 2), cards.slice(2, 4), cards.slice(4, 6)];
  return { board: board.join(""), holes: holes.map((hole) => hole.join("")), sevens: holes.map((hole) => [...hole, ...board]) };
});
const lowest = (all) => all.map(evaluateCards).reduce((best, value, at, values) => (value < values[best] ? at : best), 0);
[mine, first, second] = await compareNow(
  tables,
  ({ holes, board }) => poker.winners(holes, { board }),
  ({ sevens }) => Hand.winners(sevens.map((seven) => Hand.solve(seven))),
  ({ sevens }) => lowest(sevens),
);
row("`winners` of three hands", mine, { pokersolver: first, phe: second });

// Equity of two hands.
const oddsOf = (holes, board) => {
  const table = new TexasHoldem();
  for (const hole of holes) table.addPlayer(hole);
  if (board.length) table.setBoard(board);
  return table.calculate();
};
const groupsOf = (holes, board) => OddsCalculator.calculate(holes.map((hole) => CardGroup.fromString(hole.join(""))), board.length ? CardGroup.fromString(board.join("")) : undefined);
for (const [name, shared] of [["river", 5], ["flop", 3], ["before the flop", 0]]) {
  const deals = repeated(PAIRS, () => drawn(4 + shared).map(text)).map((cards) => ({ holes: [cards.slice(0, 2), cards.slice(2, 4)], board: cards.slice(4) }));
  [mine] = await compare(deals, ({ holes, board }) => poker.equity(holes.map((hole) => hole.join("")), { board: board.join("") }));
  const few = deals.slice(0, shared ? 20 : 1);
  [first, second] = await compareNow(few, ({ holes, board }) => oddsOf(holes, board), ({ holes, board }) => groupsOf(holes, board));
  row(`equity of two hands, ${name}`, mine, { "poker-odds-calc": first, "poker-odds-calculator": second });
}

// Puzzles; no package for them was found that installs.
const all = [];
for (let a = 1; a <= 13; a++) for (let b = a; b <= 13; b++) for (let c = b; c <= 13; c++) for (let d = c; d <= 13; d++) all.push([a, b, c, d]);
[mine] = await compareNow(all, (hand) => puzzle.count(hand));
row("count the solutions of a hand of 24", mine);
[mine] = await compareNow(all, (hand) => puzzle.solve(hand));
row("list all solutions with their steps", mine);
const rounds = repeated(30, (_, at) => puzzle.deal("countdown", { seed: seed + at }));
[mine] = await compareNow(rounds, ({ numbers, target }) => puzzle.closest(numbers, target, "countdown"));
row("the best answer of a round of Countdown", mine);
[mine] = await compareNow(all, (hand) => puzzle.check("8/(3-8/3)", hand));
row("judge an answer", mine);

for (const name of ["values", "poker", "numbers", "deals"]) {
  const data = readFileSync(new URL(`${name}.wasm`, import.meta.url));
  console.log(`${name}.wasm: ${data.length} bytes, ${gzipSync(data, { level: 9 }).length} compressed`);
}
