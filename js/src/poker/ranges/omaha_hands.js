// Reads the items of an Omaha range: AsKs**, AA, RROO, [AKQJ][AKQJ]**, JT98+, with filters such as ds and $np. The same
// strings and sentences as Python's `facevalue.poker.ranges.omaha_items`, which lists all of them.

import { LimitError, quoted } from "../../errors.js";
import { CARD, cardText, choose, DECK_SIZE, handText, maskOf, parseCards, RANK_PATTERN, RANKS, sizeOf } from "../cards.js";
import { anyCase, BEST, EVERYTHING, SLICE } from "./range_items.js";
import { bestOmahaHands, hasOmahaOrder } from "./omaha_order.js";

export const MAX_HANDS = 2_000_000;
export const MAX_MADE = 2 * MAX_HANDS;
const HOLE = 4; // cards of a hand in the order of percentages
const ANY = "[*.]";
const LIST = `\\[[\\s,]*(?:(?:${CARD}|${RANK_PATTERN})[\\s,]*)+\\]`;
const PLACE = `(?:${CARD}|${RANK_PATTERN}|${LIST}|[RONPronp]|${ANY})`;
const FILTER = `\\$?${anyCase("ds|ss|rainbow")}|\\$${anyCase("np|op|tp")}|:[w-zW-Z]+`;
const END = "(?=[\\s,;:=@()]|\\[/|$)";
const MAX_WAYS = 50_000; // to fill the places of an item with cards and ranks
// How many suits may have two cards or more, and how many ranks must have two.
const SUIT_PAIRS = { ds: [2, 4], ss: [1, 1], rainbow: [0, 0] };
const RANK_PAIRS = { np: 0, op: 1, tp: 2 };
const PLANE = (1n << 13n) - 1n;
const BIT_COUNTS = Uint8Array.from({ length: 1 << 13 }, (_, plane) => plane.toString(2).replaceAll("0", "").length);

const everyMatch = (pattern, text) => text.match(new RegExp(pattern, "gu")) ?? [];
const cardsOfRank = (rank) => [0, 1, 2, 3].map((suit) => 1n << BigInt(13 * suit + rank));
const countOf = (items) => items.reduce((counts, item) => counts.set(item, (counts.get(item) ?? 0) + 1), new Map());

/** One item of a range: cards and ranks that are named, other cards, and filters. */
export class HandPattern {
  constructor(known, ranks, others, filters = []) {
    Object.assign(this, { known, ranks, others, filters });
    this.text = `${handText(known)}${ranks.map((rank) => RANKS[rank]).join("")}${"*".repeat(others)}${filtersText(filters)}`;
  }

  /** True if every hand fits. */
  get isEverything() {
    return !(this.known || this.ranks.length || this.filters.length);
  }

  /** All hands that fit, as masks. */
  masks() {
    let bases = [this.known];
    for (const [rank, count] of countOf(this.ranks)) {
      const choices = subsets(cardsOfRank(rank).filter((card) => !(card & this.known)), count);
      bases = bases.flatMap((base) => choices.map((choice) => base | choice));
    }
    const free = Array.from({ length: DECK_SIZE }, (_, place) => 1n << BigInt(place)).filter((card) => !(card & this.known));
    if (bases.length * choose(free.length, this.others) > MAX_MADE) throw tooMany(this.text);
    const sets = subsets(free, this.others);
    const hands = bases.flatMap((base) => sets.filter((set) => !(set & base)).map((set) => set | base));
    return filtered(this.ranks.length && this.others ? unique(hands) : hands, this.filters);
  }
}

/** An item that stands for several patterns, such as `RROO` or `JT98-8765`. */
class AnyOf {
  constructor(text, patterns, filters) {
    Object.assign(this, { patterns, filters, isEverything: false });
    this.text = text + filtersText(filters);
  }

  masks() {
    const hands = [];
    for (const pattern of this.patterns) {
      for (const hand of pattern.masks()) hands.push(hand);
      if (hands.length > MAX_MADE) throw tooMany(this.text);
    }
    return filtered(unique(hands), this.filters);
  }
}

/** The error for a range of too many hands. */
export const tooMany = (text) => new LimitError(`a range may have up to ${MAX_HANDS} hands, or all hands: ${quoted(text)}`, MAX_HANDS);

/** All sets of so many cards, as masks. */
function subsets(cards, count) {
  let found = [[0n, -1]];
  for (let size = 0; size < count; size++) {
    const larger = [];
    for (const [set, last] of found) for (let at = last + 1; at < cards.length; at++) larger.push([set | cards[at], at]);
    found = larger;
  }
  return found.map(([set]) => set);
}

function unique(hands) {
  const sorted = BigUint64Array.from(hands).sort();
  return [...sorted.filter((hand, at) => at === 0 || hand !== sorted[at - 1])];
}

const filtered = (hands, filters) => filters.reduce((left, word) => left.filter((hand) => fits(hand, word)), hands);

/** True if a hand passes a filter. */
function fits(hand, word) {
  const planes = [0n, 13n, 26n, 39n].map((shift) => Number((hand >> shift) & PLANE));
  if (RANK_PAIRS[word] !== undefined) {
    let [once, twice, more] = [0, 0, 0];
    for (const plane of planes) [once, twice, more] = [once | plane, twice | (once & plane), more | (twice & plane)];
    return more === 0 && BIT_COUNTS[twice] === RANK_PAIRS[word];
  }
  const suits = planes.map((plane) => BIT_COUNTS[plane]);
  if (!SUIT_PAIRS[word]) return `${suits.sort()}` === suitCounts(word);
  const [least, most] = SUIT_PAIRS[word];
  const pairs = suits.filter((count) => count > 1).length;
  return pairs >= least && pairs <= most;
}

function suitCounts(word) {
  const counts = [...countOf([...word]).values()];
  return `${[0, 0, 0, 0, ...counts].slice(-4).sort()}`;
}

const isSuitPattern = (word) => SUIT_PAIRS[word] === undefined && RANK_PAIRS[word] === undefined;

/** The filters as they are read; the first word for suits needs no dollar sign. */
function filtersText(filters) {
  return filters.map((word, at) => (isSuitPattern(word) ? `:${word}` : `${RANK_PAIRS[word] !== undefined || at ? "$" : ""}${word}`)).join("");
}

// Reading

function readItem(reader) {
  const start = reader.place, { size } = reader.notation;
  const everything = reader.take(`${EVERYTHING}((?:${FILTER})*)${END}`);
  if (everything) return new HandPattern(0n, [], size, readFilters(reader, everything[1], start));
  const best = reader.take(SLICE) ?? reader.take(BEST);
  if (best) return readBest(reader, best, start);
  const row = `((?:${PLACE}){0,${size}}?)([Xx]*)`;
  const found = reader.take(`${row}(\\+|\\s*[-–—]\\s*${row})?((?:${FILTER})*)${END}`);
  if (!found || !found[0]) {
    reader.take(`${PLACE}*`);
    throw reader.error(`expected a hand of ${size} cards, like AA${"*".repeat(size - 2)}`);
  }
  const filters = readFilters(reader, found[6], start);
  const { text, patterns } = readPlaces(reader, found[1], found[2], start);
  if (found[3] === "+") return new AnyOf(`${text}+`, climb(reader, patterns, null, start), filters);
  if (found[3]) {
    const end = readPlaces(reader, found[4], found[5], start);
    return new AnyOf(`${text}-${end.text}`, climb(reader, patterns, end.patterns, start), filters);
  }
  if (patterns.length > 1) return new AnyOf(text, patterns, filters);
  const [{ known, ranks, others }] = patterns;
  return new HandPattern(known, ranks, others, filters);
}

/** `15%` or `5%-20%`, and filters. */
function readBest(reader, [, ...numbers], start) {
  const { size } = reader.notation;
  if (size !== HOLE) throw reader.error(`percentages are for hands of ${HOLE} cards, not ${size}`, start);
  const shares = reader.shares(numbers, start);
  const [, filters] = reader.expect(`((?:${FILTER})*)${END}`, "expected a comma after a percentage");
  if (!hasOmahaOrder()) throw reader.error("percentages of Omaha hands need `await loadOmahaOrder()` first", start);
  const hands = { masks: () => bestOmahaHands(...shares) };
  return new AnyOf(numbers.map((number) => `${number}%`).join("-"), [hands], readFilters(reader, filters, start));
}

function readFilters(reader, text, start) {
  const { size } = reader.notation;
  const filters = everyMatch(FILTER, text).map((word) => word.toLowerCase().replace(/^[$:]+/, ""));
  if (filters.some((word) => isSuitPattern(word) && word.length !== size)) throw reader.error(`expected ${size} letters for the suits, like xxyy`, start);
  return filters;
}

/** The places of an item as they are printed, and all ways to fill them with cards and ranks. */
function readPlaces(reader, text, rest, start) {
  const { size } = reader.notation;
  const places = everyMatch(PLACE, text);
  const choices = places.filter((place) => !/^[*.]$/.test(place)).map(readChoices);
  const anyCount = places.length - choices.length + rest.length;
  const missing = size - choices.length - anyCount;
  if (missing < 0 || (anyCount && missing)) {
    throw reader.error(`expected a hand of ${size} cards, like AA${"*".repeat(size - 2)}`, start + text.length + rest.length);
  }
  const variables = [...new Set(choices.map(([word]) => word))].filter((word) => "RONP".includes(word)).sort();
  const ways = choices.reduce((product, words) => product * words.length, 1) * variables.reduce((product, _, at) => product * (RANKS.length - at), 1);
  if (ways > MAX_WAYS) throw reader.error("expected fewer cards and ranks in brackets", start);
  const patterns = new Map();
  let message = "";
  for (const ranks of permutations([...RANKS], variables.length)) {
    const values = Object.fromEntries(variables.map((word, at) => [word, ranks[at]]));
    for (const chosen of products(choices)) {
      const words = chosen.map((word) => values[word] ?? word);
      const cards = words.filter((word) => word.length > 1);
      const numbers = words.filter((word) => word.length === 1).map((word) => RANKS.indexOf(word)).sort((a, b) => b - a);
      const known = cards.reduce((mask, card) => mask | maskOf(card), 0n);
      if (sizeOf(known) < cards.length) message = "expected different cards";
      else if ([...countOf(numbers)].some(([rank, count]) => cardsOfRank(rank).filter((card) => !(card & known)).length < count)) message = "expected at most four cards of a rank";
      else patterns.set(`${known} ${numbers}`, new HandPattern(known, numbers, anyCount + missing));
    }
  }
  if (!patterns.size) throw reader.error(message, start);
  const named = choices.map((words) => (words.length === 1 ? words[0] : `[${words.join("")}]`)).join("");
  return { text: named + "*".repeat(anyCount), patterns: [...patterns.values()] };
}

/** The cards, ranks or variable that a place may be. */
function readChoices(place) {
  const words = everyMatch(`${CARD}|${RANK_PATTERN}|[RONPronp]`, place);
  const isCard = new RegExp(`^${CARD}$`, "u");
  return words.map((word) => (isCard.test(word) ? cardText(parseCards(word)[0]) : word.toUpperCase().replace("10", "T")));
}

function* permutations(items, count) {
  if (!count) return yield [];
  for (const item of items) for (const others of permutations(items.filter((other) => other !== item), count - 1)) yield [item, ...others];
}

function* products([first, ...others]) {
  if (!first) return yield [];
  for (const item of first) for (const rest of products(others)) yield [item, ...rest];
}

/** The hands of `JT98-8765`, or of `JT98+` up to the aces. */
function climb(reader, first, last, start) {
  const ends = [...first, ...(last ?? [])];
  const [one] = ends;
  const shapes = new Set(ends.filter(({ ranks }) => ranks.length).map(({ others, ranks }) => `${[others, ...ranks.map((rank) => rank - ranks[0])]}`));
  if (ends.some(({ known, ranks }) => known || !ranks.length) || shapes.size > 1 || first.length > 1) {
    throw reader.error("expected ranks that go up or down in step, like JT98-8765", start);
  }
  let [low, high] = [one.ranks[0], ends.at(-1).ranks[0]].sort((a, b) => a - b);
  if (!last) {
    high = RANKS.length - 1;
    if (low === high && one.ranks.at(-1) !== high) throw reader.error("expected a rank below the ace before +", start);
  }
  return Array.from({ length: high - low + 1 }, (_, at) => new HandPattern(one.known, one.ranks.map((rank) => rank + high - at - one.ranks[0]), one.others));
}

/** How hands of so many cards are written in a range. */
export const omahaNotation = (size) => ({
  size,
  read: readItem,
  fromMask: (hand) => new HandPattern(hand, [], 0),
  everything: new HandPattern(0n, [], size),
});
