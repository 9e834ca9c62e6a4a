// Writes weighted hands of two cards as a short string, which a range reads back; the same as Python writes.

import { cardsOf, cardText, RANKS } from "../cards.js";
import { ALL_HANDS, handsOf, STARTING_HANDS } from "./starting_hands.js";

const MAX_DECIMALS = 18;
const SUITED = 4; // hands of a suited starting hand, which has the fewest
const SHORTEST_SLIDE = 3; // two connectors are shorter as a list than with a dash
const KINDS = ["", "s", "o"];

/** Weighted hands, a Map from masks to fractions, as a string; without hands it is `0%`. */
export function weightsText(weights) {
  const groups = new Map();
  for (const [hand, weight] of weights) {
    const key = `${weight}`;
    if (!groups.has(key)) groups.set(key, { weight, hands: new Set() });
    groups.get(key).hands.add(hand);
  }
  const sorted = [...groups.values()].sort((one, other) => other.weight.compare(one.weight));
  const parts = sorted.map(({ weight, hands }) => {
    const items = itemsOf(hands);
    const text = items.join(", ");
    if (weight.isWhole && weight.numerator === 1n) return text;
    return items.length === 1 ? `${text}:${weightText(weight)}` : `${weightText(weight)}(${text})`;
  });
  return parts.join(", ") || "0%";
}

/** The ids of a hand, the highest first. */
export const highestFirst = (hand) => cardsOf(hand).sort((one, other) => other - one);

/** The cards of a hand, the highest first. */
export const handText = (hand) => highestFirst(hand).map(cardText).join("");

/** A weight as a decimal if that is exact and short, otherwise as a fraction. */
export function weightText(weight) {
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals++) {
    const power = 10n ** BigInt(decimals);
    if (power % weight.denominator) continue;
    const digits = String((weight.numerator * power) / weight.denominator).padStart(decimals + 1, "0");
    return decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
  }
  return `${weight}`;
}

/** Runs of whole starting hands, pairs first; then the other hands, one by one. */
function itemsOf(hands) {
  if (hands.size === ALL_HANDS.length) return ["random"];
  const candidates = hands.size >= SUITED ? STARTING_HANDS : [];
  const whole = new Set(candidates.filter((name) => handsOf(name).every((hand) => hands.has(hand))));
  const left = new Set(hands);
  for (const name of whole) handsOf(name).forEach((hand) => left.delete(hand));
  const rows = runsOfHands(whole).map(([[high, top], [lastHigh, low], kind]) => {
    const [first, last] = [RANKS[high] + RANKS[top] + kind, RANKS[lastHigh] + RANKS[low] + kind];
    // "+" means pairs up to the aces, or kickers up to the rank below the top card.
    const isOpen = (high === top && high === RANKS.length - 1) || (high === lastHigh && top === high - 1);
    const place = [Number(high !== top), -high, -top, KINDS.indexOf(kind)];
    return { place, text: first === last ? first : isOpen ? `${last}+` : `${first}-${last}` };
  });
  rows.sort((one, other) => compare(one.place, other.place) || (one.text < other.text ? -1 : 1));
  const single = [...left].map(highestFirst).sort((one, other) => compare(other, one));
  return [...rows.map(({ text }) => text), ...single.map((ids) => ids.map(cardText).join(""))];
}

function compare(one, other) {
  const at = one.findIndex((number, place) => number !== other[place]);
  return at < 0 ? 0 : one[at] - other[at];
}

/** The starting hands in as few runs as possible: pairs, kickers, connectors. */
function runsOfHands(whole) {
  const ranks = [...RANKS].map((_, rank) => rank);
  const found = runs(ranks.filter((rank) => whole.has(RANKS[rank] + RANKS[rank]))).map(([low, high]) => [[high, high], [low, low], ""]);
  const kickers = (kind) =>
    ranks.flatMap((high) =>
      runs(ranks.filter((kicker) => kicker < high && whole.has(RANKS[high] + RANKS[kicker] + kind))).map(([low, top]) => [[high, top], [high, low]]),
    );
  const [suited, offsuit] = ["s", "o"].map(kickers);
  const isIn = (rows, row) => rows.some((other) => `${other}` === `${row}`);
  found.push(...suited.filter((row) => isIn(offsuit, row)).map((row) => [...row, ""]));
  for (const [rows, others, kind] of [[suited, offsuit, "s"], [offsuit, suited, "o"]]) {
    const own = rows.filter((row) => !isIn(others, row));
    let single = own.filter(([first, last]) => `${first}` === `${last}`).map(([first]) => first);
    // Join single hands with the same gap, such as T9s 98s 87s.
    for (let gap = 1; gap < RANKS.length; gap++) {
      const highs = single.filter(([high, low]) => high - low === gap).map(([high]) => high);
      for (const [low, high] of runs(highs.sort((a, b) => a - b))) {
        if (high - low + 1 < SHORTEST_SLIDE) continue;
        found.push([[high, high - gap], [low, low - gap], kind]);
        single = single.filter(([top, kicker]) => top - kicker !== gap || top < low || top > high);
      }
    }
    found.push(...single.map((hand) => [hand, hand, kind]), ...own.filter(([first, last]) => `${first}` !== `${last}`).map((row) => [...row, kind]));
  }
  return found;
}

/** The first and the last of each run of consecutive numbers. */
function runs(numbers) {
  const found = [];
  for (const number of numbers) {
    if (found.at(-1)?.[1] === number - 1) found.at(-1)[1] = number;
    else found.push([number, number]);
  }
  return found;
}
