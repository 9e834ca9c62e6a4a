// Compares the package with others on npm, in one process and in turns, and prints a table for docs/about/performance.md:
//   npm install --no-save pokersolver phe poker-odds-calc poker-odds-calculator && node bench.mjs
// Each package gets the same queries, each once. The times are the CPU time of this process.

import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as poker from "./src/poker.js";
import * as puzzle from "./src/puzzle.js";

const require = createRequire(`${process.cwd()}/`);
const HANDS = 2_000, PAIRS = 60, ROUNDS = 5;

let state = 12345;
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

/** Microseconds of CPU time per query of each function: the best of several rounds, in turns. */
function compare(queries, ...functions) {
  const best = functions.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    functions.forEach((call, at) => {
      const start = process.cpuUsage();
      for (const query of queries) call(query);
      const { user, system } = process.cpuUsage(start);
      best[at] = Math.min(best[at], (user + system) / queries.length);
    });
  }
  return best;
}

const shown = (micros) => (micros < 1000 ? `${micros.toPrecision(3)} µs` : `${(micros / 1000).toPrecision(3)} ms`);
const row = (work, own, other = "", its = null) =>
  console.log(`| ${work} | ${shown(own)} | ${other} | ${its === null ? "" : shown(its)} | ${its === null ? "" : `${(its / own).toLocaleString("en-US", { maximumFractionDigits: 1 })}x`} |`);

const hands = Array.from({ length: HANDS }, () => drawn(7).map(text));
const strings = hands.map((hand) => ({ hand, joined: hand.join("") }));
const own = ({ joined }) => poker.value(joined);

const { Hand } = require("pokersolver");
let [mine, its] = compare(strings, own, ({ hand }) => Hand.solve(hand));
row("`value` of seven cards as a string", mine, "pokersolver", its);
const { evaluateCards } = require("phe");
[mine, its] = compare(strings, own, ({ hand }) => evaluateCards(hand));
row("`value` of seven cards as a string", mine, "phe", its);
for (const { hand, joined } of strings) if (evaluateCards(hand) !== poker.value(joined)) throw new Error(`phe disagrees about ${joined}`);
const ids = new Uint8Array(strings.flatMap(() => drawn(7)));
[mine] = compare([ids], (rows) => poker.values(rows));
row("`values` of seven cards, one of many", mine / HANDS);

const pairs = Array.from({ length: PAIRS }, () => drawn(4).map(text)).map((cards) => [cards.slice(0, 2).join(""), cards.slice(2).join("")]);
let sum = 0;
const start = process.cpuUsage();
for (const pair of pairs) sum += (await poker.equity(pair)).players[0].equity.decimal;
const used = process.cpuUsage(start);
mine = (used.user + used.system) / pairs.length;
const { TexasHoldem } = require("poker-odds-calc");
[its] = compare(pairs.slice(0, 1), ([hero, villain]) => new TexasHoldem().addPlayer([hero.slice(0, 2), hero.slice(2)]).addPlayer([villain.slice(0, 2), villain.slice(2)]).calculate());
row("equity of two hands before the flop", mine, "poker-odds-calc", its);
const { CardGroup, OddsCalculator } = require("poker-odds-calculator");
[its] = compare(pairs.slice(0, 1), (hands) => OddsCalculator.calculate(hands.map((hand) => CardGroup.fromString(hand))));
row("equity of two hands before the flop", mine, "poker-odds-calculator", its);
if (!(sum > 0)) throw new Error("no equity");

const all = [];
for (let a = 1; a <= 13; a++) for (let b = a; b <= 13; b++) for (let c = b; c <= 13; c++) for (let d = c; d <= 13; d++) all.push([a, b, c, d]);
[mine] = compare(all, (hand) => puzzle.count(hand));
row("count the solutions of a hand of 24", mine);
[mine] = compare(all, (hand) => puzzle.solve(hand));
row("the same with all solutions and steps", mine);
const rounds = Array.from({ length: 30 }, (_, seed) => puzzle.deal("countdown", { seed }));
[mine] = compare(rounds, ({ numbers, target }) => puzzle.closest(numbers, target, "countdown"));
row("the best answer of a round of Countdown", mine);
[mine] = compare(all, (hand) => puzzle.check("8/(3-8/3)", hand));
row("judge an answer", mine);
for (const name of ["values", "poker", "numbers", "deals"]) {
  const data = readFileSync(new URL(`${name}.wasm`, import.meta.url));
  console.log(`${name}.wasm: ${data.length} bytes, ${gzipSync(data, { level: 9 }).length} compressed`);
}
