// Reads the hands of an item of a hold'em range: QQ, AKs, AhKh, QQ+, A5s-A2s, 15%. The same strings and sentences as
// Python's `facevalue.poker.ranges.holdem_items`, which lists all of them.

import { CardError } from "../../errors.js";
import { OMAHA_HOLES, omahaName } from "../games.js";
import { CARD, maskOf, RANK_PATTERN, RANKS, SUIT, SUITS } from "../cards.js";
import { BEST, DASH, EVERYTHING, matchAt, SLICE } from "./range_items.js";
import { ALL_HANDS, bestHands, handsOf } from "./starting_hands.js";

const NAME = `(${RANK_PATTERN})(${RANK_PATTERN})([SOso]?)`;
const FULL_DECK = (1n << 52n) - 1n;
const ACE = RANKS.length - 1;

function readHands(reader) {
  const start = reader.place;
  for (const [pattern, read] of NOTATIONS) {
    const found = reader.take(pattern);
    if (found) return read(reader, found, start);
  }
  throw reader.error("expected a hand like QQ, AKs or AhKh");
}

function readBest(reader, [, ...bounds], start) {
  return bestHands(...reader.shares(bounds, start));
}

function readCards(reader, [, one, other], start) {
  const glued = matchAt(`(?:${CARD})+`, reader.text, reader.place);
  if (glued) {
    const count = 2 + glued[0].match(new RegExp(CARD, "gu")).length;
    const remedy = OMAHA_HOLES.includes(count) ? `, or a game such as ${omahaName(count)}` : "";
    throw reader.error(`expected hands of two cards, not ${count}${remedy}`);
  }
  try {
    return [maskOf([one, other])];
  } catch (error) {
    if (!(error instanceof CardError)) throw error;
    throw reader.error("expected two different cards", start);
  }
}

/** `Ah Kd`, unless a third card follows: `Ah Kd Qs Jc` may be two hands, or one of Omaha. */
function readApart(reader, found, start) {
  const third = matchAt(`\\s+(?=${CARD})`, reader.text, reader.place);
  if (third) throw reader.error("expected a comma between hands", reader.place + third[0].length);
  return readCards(reader, found, start);
}

/** `Kh*h`: the king with every other heart; `Kh*`: the king with every other card. */
function readWithAny(_reader, [, word, suit]) {
  const card = maskOf(word);
  const others = suit ? maskOf([...RANKS].map((rank) => rank + suit)) : FULL_DECK;
  return ALL_HANDS.filter((hand) => hand & card && hand & ~card & others);
}

/** `A?`: an ace with every other card. */
function readWithAnyRank(_reader, [, rank]) {
  const cards = maskOf([...SUITS].map((suit) => rank + suit));
  return ALL_HANDS.filter((hand) => hand & cards);
}

/** `Kx`: a king with any lower card; `Kx+`: also an ace with any lower card. */
function readWithLower(reader, [, rank, kind, plus], start) {
  const high = rankOf(rank);
  if (high === 0 && !plus) throw reader.error("expected a rank above the twos, since x is any lower one", start);
  const names = [];
  for (let top = high; top <= (plus ? ACE : high); top++) {
    for (let kicker = 0; kicker < top; kicker++) names.push([top, kicker, kind.toLowerCase()]);
  }
  return handsOfAll(names);
}

/** A starting hand, or a run of them. */
function readRun(reader, found, start) {
  const first = nameOf(reader, found, start);
  const [high, low, kind] = first;
  if (reader.take("\\+")) {
    // `QQ+` are all pairs from queens up; `KTs+` all kickers from ten to below the king.
    return high === low ? handsOfAll(span(low, ACE).map((rank) => [rank, rank, kind])) : handsOfAll(span(low, high - 1).map((kicker) => [high, kicker, kind]));
  }
  if (!reader.take(DASH)) return handsOfAll([first]);
  const place = reader.place;
  const last = nameOf(reader, reader.expect(NAME, "expected a hand after the dash"), place);
  const [below, above] = [first, last].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const areAlike = below[2] === above[2] && (below[0] === below[1]) === (above[0] === above[1]);
  const lows = span(below[1], above[1]);
  if (areAlike && below[0] === above[0]) return handsOfAll(lows.map((kicker) => [below[0], kicker, below[2]]));
  const gap = below[0] - below[1];
  if (areAlike && gap === above[0] - above[1]) return handsOfAll(lows.map((kicker) => [kicker + gap, kicker, below[2]]));
  throw reader.error("expected a run of hands like 77-JJ, A5s-A2s or T9s-65s", place);
}

/** The two ranks, the higher first; then s, o or nothing. */
function nameOf(reader, [, one, other, kind], start) {
  const [low, high] = [rankOf(one), rankOf(other)].sort((a, b) => a - b);
  if (low === high && kind) throw reader.error("expected a pair without s or o", start);
  return [high, low, kind.toLowerCase()];
}

const rankOf = (text) => RANKS.indexOf(text.toUpperCase().replace("10", "T"));
const span = (first, last) => Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
const handsOfAll = (names) => names.flatMap(([high, low, kind]) => handsOf(RANKS[high] + RANKS[low] + kind));

// Patterns of hands, and the functions that read them; the first pattern that matches is used.
const NOTATIONS = [
  [SLICE, readBest],
  [BEST, readBest],
  [`(${CARD})[Xx*?](${SUIT})?`, readWithAny],
  [`\\[\\s*(${CARD})[\\s,]*(${CARD})\\s*\\]`, readCards],
  [`(${CARD})(${CARD})`, readCards],
  [`(${CARD})\\s+(${CARD})`, readApart],
  [`(${RANK_PATTERN})[Xx*]([SOso]?)(\\+?)`, readWithLower],
  [`(${RANK_PATTERN})\\?`, readWithAnyRank],
  [`${EVERYTHING}|\\*\\*?|\\?\\?|\\.\\.`, () => ALL_HANDS],
  [NAME, readRun],
];

/** How the hands of hold'em are written in a range. */
export const HOLDEM = { size: 2, read: readHands, fromMask: (hand) => [hand], everything: ALL_HANDS };
