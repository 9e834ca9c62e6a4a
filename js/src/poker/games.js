// Poker games and rankings: rows of the shared tables, and what hands are called.

import { cardText, choose, DECK_SIZE } from "./cards.js";
import { pokerCore } from "./core.js";
import { quoted, RuleError } from "../errors.js";
import { oneOf, readOptions, spellOptions, wholeNumber } from "../options.js";
import rows from "../rows.js";

export const GAMES = rows.games;
export const RANKINGS = rows.rankings;
/** The numbers of the rankings in the core. */
export const NUMBERS = Object.fromEntries(Object.keys(RANKINGS).map((name, number) => [name, number]));
const OPTIONS = ["hole", "board", "deck", "from_hole", "ranking", "low", "wild", "jokers"];
const MAX_HOLE = 7, MAX_BOARD = 5, SHORT_DECK = 36;
export const OMAHA_HOLES = [4, 5, 6];

/** The game of Omaha with so many hole cards. */
export const omahaName = (size) => `omaha${size > OMAHA_HOLES[0] ? size : ""}`;
const HAND_SIZE = 5, ACE = 12, LOW_ACE = -1;
const NAMES = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace"];
// By how often the first rank occurs, and then the second.
const OF_EQUAL_RANKS = { 4: ["Four of a Kind"], 3: ["Three of a Kind", "Full House"], 2: ["One Pair", "Two Pair"] };
const BADUGI = ["", "One Card", "Two Cards", "Three Cards", "Badugi"];

const fold = (name) => [...name.toLowerCase()].filter((sign) => /[\p{L}\p{N}+]/u.test(sign)).join("");
const BY_ALIAS = new Map(Object.values(GAMES).flatMap((game) => [game.name, game.title, ...game.aliases].map((alias) => [fold(alias), game])));

/** The game with that name or alias, which options may change: "omaha, hole=5". */
export function gameNamed(game) {
  if (typeof game === "string" && Object.hasOwn(GAMES, game)) return GAMES[game];
  if (Object.values(GAMES).includes(game)) return game;
  if (typeof game === "string" && game.includes("=")) return changedGame(game);
  return (typeof game === "string" && BY_ALIAS.get(fold(game))) || GAMES[oneOf("game", game, Object.keys(GAMES))];
}

function changedGame(spelling) {
  const [name, changes] = readOptions(spelling, OPTIONS, "low=low-8");
  if ("wild" in changes || "jokers" in changes) throw new RuleError(`wild cards are not available in JavaScript: ${quoted(spelling)}`);
  const row = gameNamed(name || "holdem");
  const title = spellOptions(row.name, changes);
  const game = { ...row, ...changes, name: title, title, summary: "", source: "", variants: "", aliases: [] };
  wholeNumber("hole", game.hole, 1, MAX_HOLE);
  wholeNumber("board", game.board, 0, MAX_BOARD);
  wholeNumber("deck", game.deck, SHORT_DECK, DECK_SIZE);
  wholeNumber("from_hole", game.from_hole, 0, game.hole);
  game.ranking = oneOf("ranking", game.ranking, Object.keys(RANKINGS));
  game.low = game.low === null ? null : oneOf("ranking", game.low, Object.keys(RANKINGS));
  pokerCore.call("check_game", ...linesOfGame(game));
  return game;
}

/** A game for the core: its name, and the numbers of its cards. */
export const cardsOfGame = ({ name, ranking, hole, board, from_hole: fromHole, deck }) => [name, [ranking, hole, board, fromHole, deck].join(" ")];

/** The same, and the ranking of its low half. */
export const linesOfGame = (game) => [...cardsOfGame(game), game.low ?? "-"];

/** How many hole cards a player may give: all, or in games without a board at least one. */
export const holeSizes = (game) => [game.board ? game.hole : 1, game.hole];
export const handCount = (game) => choose(game.deck, game.hole);
export const hasStartingHands = ({ hole }) => hole === 2;
export const isOmahaGame = ({ hole, from_hole: fromHole }) => fromHole === 2 && OMAHA_HOLES.includes(hole);

/** The cards missing from a smaller deck: the lowest ranks of each suit. */
export function missingCards(game) {
  const missing = (52 - game.deck) / 4;
  return [0, 1, 2, 3].reduce((mask, suit) => mask | (((1n << BigInt(missing)) - 1n) << BigInt(13 * suit)), 0n);
}

/** The category, the description and the cards that play, the most important first. */
export function played(ranking, ids) {
  const ranks = ids.map((id) => (id >> 2 === ACE && ranking.is_ace_low ? LOW_ACE : id >> 2));
  const times = ranks.map((rank) => ranks.filter((each) => each === rank).length);
  const order = ids.map((_, at) => at).sort((a, b) => times[b] - times[a] || ranks[b] - ranks[a] || ids[b] - ids[a]);
  const [first, second] = [ranks[order[0]], ranks[order[1]]], last = ranks[order.at(-1)];
  const isWheel = ranking.has_sequences && first === ACE && second === ranking.wheel && last === ranking.wheel - 3;
  if (isWheel) order.push(order.shift());
  const best = order.map((at) => ids[at]), sorted = order.map((at) => ranks[at]);
  const isOneSuit = best.every((id) => (id & 3) === (best[0] & 3));
  const category = ranking.cards === HAND_SIZE ? categoryOf(ranking, sorted, order.map((at) => times[at]), isWheel, isOneSuit) : BADUGI[best.length];
  return { category, description: describe(category, sorted), best: best.map(cardText) };
}

/** The category of five ranks, the most frequent first. */
function categoryOf(ranking, ranks, times, isWheel, isOneSuit) {
  if (times[0] > 1) return OF_EQUAL_RANKS[times[0]][times[times[0]] - 1];
  const isFlush = ranking.has_sequences && isOneSuit;
  const isStraight = ranking.has_sequences && (isWheel || ranks[0] - ranks.at(-1) === HAND_SIZE - 1);
  if (isStraight) return isFlush ? "Straight Flush" : "Straight";
  if (isFlush) return "Flush";
  return ranking.is_low ? "Low" : "High Card";
}

// What fills each gap of a sentence, from the first and the second rank.
const FILLED = {
  "{one[0]}": (first) => NAMES.at(first),
  "{second}": (first, second) => NAMES.at(second).toLowerCase(),
  "{many[0]}": (first) => severalOf(first),
  "{many[1]}": (first, second) => severalOf(second),
};
const severalOf = (rank) => NAMES.at(rank) + (NAMES.at(rank) === "Six" ? "es" : "s");
const SENTENCES = Object.fromEntries(Object.entries(rows.hand_sentences).map(([category, sentence]) => [category, sentence.split(/(\{[^}]*\})/)]));

function describe(category, ranks) {
  if (category === "Straight Flush" && ranks[0] === ACE) return "Royal Flush";
  const second = ranks.find((rank) => rank !== ranks[0]);
  return SENTENCES[category].map((part) => FILLED[part]?.(ranks[0], second) ?? part).join("");
}
