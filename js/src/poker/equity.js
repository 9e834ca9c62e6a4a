// Equity of hands and ranges: how much of the pot each player wins on average. Exact where the core walks through all
// deals in a few seconds, otherwise sampled; `method` says which.

import { choose, DECK_SIZE, handText, isCard, isOneHand, maskOf, plainHalves, sizeOf } from "./cards.js";
import { CardError, LimitError, quoted, RangeError, RuleError } from "../errors.js";
import { decimalOf, Fraction } from "../fraction.js";
import { checkBoard, checkDeck, refuseClashes, wrongCount } from "./checks.js";
import { areAllApart, countOf, textsOf } from "./halves.js";
import { gameNamed, hasStartingHands, holeSizes, isOmahaGame, missingCards, OMAHA_HOLES, omahaName } from "./games.js";
import { seedNumber, wholeNumber } from "../options.js";
import { deals, pokerCore } from "./core.js";
import { loadOrderFor } from "./ranges/omaha_order.js";
import { OmahaRange } from "./ranges/omaha_range.js";
import { Range } from "./ranges/range.js";

export const MAX_PLAYERS = 10;
const BOARD_SIZE = 5;
export const MATCHUP_BOARDS = 1_712_304;
const USUAL_SAMPLES = 1_000_000, MAX_SAMPLES = 10 ** 12;
// How much is walked exactly, and more sampled: boards of known hands, boards of two ranges, pairs before the flop, and
// hands of other games than hold'em.
const MAX_BOARDS = 2_500_000, MAX_RANGE_BOARDS = 200_000, MAX_HANDS = 400_000;
export const MAX_MATCHUPS = 10_000;
const MAX_WEIGHT = 2n ** 32n, WORDS = 2n ** 64n; // the core adds up weights in 64 bits
const TRIES = 1_000_000; // of the core to find one deal of ranges
const MOST_STEPS = 1000; // to see whether hands fit together
const OMAHA_LOWS = [null, "low-8"];

/**
 * The share of the pot of each of 2 to 10 hands or ranges: the same fields as Python's `equity(...).as_dict()`.
 *
 * Ranges are strings such as "QQ+, AKs", or "AA**" in Omaha. In stud and draw games a hand may be incomplete; the
 * missing cards are dealt.
 */
export async function equity(players, { board = "", dead = "", game = "holdem", samples = null, seed = null } = {}) {
  const isUsual = players.length === 2 && game === "holdem" && dead === "" && samples === null && seed === null;
  return (isUsual && equityOfTwo(...players, board)) || equityIn(gameNamed(game), players, { board, dead, samples, seed });
}

const TWO_CARDS = 2, BOARDS = [0, 3, 4, 5]; // cards

/** The result of two hands of hold'em, if they and the board are plain strings of different cards. */
function equityOfTwo(hero, villain, board) {
  const sets = [hero, villain, board].map((cards) => (typeof cards === "string" ? plainHalves(cards) : null));
  if (sets.includes(null) || !areAllApart(sets)) return null;
  const [own, other, shared] = sets;
  if (countOf(own) !== TWO_CARDS || countOf(other) !== TWO_CARDS || !BOARDS.includes(countOf(shared))) return null;
  pokerCore.exports.two_hands(own[0], own[1], other[0], other[1], shared[0], shared[1]);
  const [boards, wins, ties] = pokerCore.numbers(), losses = boards - wins - ties;
  const shares = [exactShare(own, wins, ties, losses), exactShare(other, losses, ties, wins)];
  return { game: "holdem", method: "exact", exact: true, deals: boards, seed: null, players: shares };
}

function exactShare(hand, win, tie, lose) {
  const part = 2 * win + tie, whole = 2 * (win + tie + lose);
  let [common, rest] = [part, whole];
  while (rest) [common, rest] = [rest, common % rest];
  const fraction = common === whole ? `${part / whole}` : `${part / common}/${whole / common}`;
  const equity = { fraction, decimal: part / whole };
  return { hand: textsOf(hand).join(""), win, tie, lose, low_win: null, low_tie: null, equity, standard_error: null };
}

/** The same in a game that need not be one of GAMES. */
export async function equityIn(rules, players, { board, dead, samples = null, seed }) {
  const given = players.flatMap(splitPlayers);
  if (given.length < 2 || given.length > MAX_PLAYERS) throw new RuleError(`equity needs 2 to ${MAX_PLAYERS} players, not ${given.length}${given.length === 1 ? "; call odds for one hand" : ""}`);
  const count = samples === null ? USUAL_SAMPLES : wholeNumber("samples", samples, 1, MAX_SAMPLES);
  const words = seedNumber(seed);
  await loadOrderFor(rules, given);
  const hands = given.map((player) => handsOf(player, rules));
  const deal = { rules, board: maskOf(board), dead: maskOf(dead) };
  deal.gone = deal.dead | missingCards(rules);
  deal.holdings = holdingsOf(deal, given, hands);
  const isSampled = samples !== null || !isQuick(deal);
  if (isSampled && deal.holdings.some((holding) => sumOf(holding) * BigInt(holding.size) >= WORDS)) {
    throw new LimitError("the weights have too many digits for sampling; round them", WORDS);
  }
  const pots = isSampled ? await simulated(deal, count, words) : await walked(deal);
  const names = hands.map(nameOf);
  if (pots.boards === 0n && isSampled && mayDeal(deal)) {
    const problem = "so few of these hands fit together that a million tries found no deal";
    throw new LimitError(`${problem}: ${names.map(quoted).join(", ")}`, TRIES);
  }
  if (pots.boards === 0n) throw new CardError(`these hands cannot be dealt together: ${names.map(quoted).join(", ")}`);
  return resultOf(rules, names, pots, isSampled ? words : null);
}

/** The result of counting all deals, or of sampling with a seed. */
export function resultOf(rules, names, pots, seed = null) {
  const isExact = seed === null;
  const players = sharesOf(pots, isExact).map((share, at) => ({ hand: names[at], ...share }));
  return { game: rules.name, method: isExact ? "exact" : "sampled", exact: isExact, deals: exactNumber(pots.boards), seed: isExact ? null : exactNumber(seed), players };
}

/** A BigInt as a number if that is exact. */
const exactNumber = (whole) => (whole <= Number.MAX_SAFE_INTEGER ? Number(whole) : whole);

/** The players of a string such as "AhKh vs QQ+". */
function splitPlayers(player) {
  if (typeof player !== "string") return [player];
  const parts = player.split(/\s*\|\s*|(?:^|\s+)(?:vs?\.?|versus)(?=\s|$)/i);
  return parts.length === 1 ? parts : parts.map((part) => part.trim()).filter(Boolean);
}

/** The hands and ranges of other players, unread: one, or several in a list or a string. A list of single cards is one hand. */
export function splitRivals(given) {
  const isSeveral = Array.isArray(given) && given.some(isHand);
  const players = (isSeveral ? given : [given]).flatMap(splitPlayers);
  if (!players.length) throw new CardError(`expected a hand or a range: ${quoted(given)}`);
  return players;
}

/** True if an item of a list is a hand or a range, not a card. */
function isHand(item) {
  if (typeof item === "string") return !isCard(item);
  return isRange(item) || typeof item?.[Symbol.iterator] === "function";
}

/** The range of a player of a game with two hole cards, who may have one hand. */
export function rangeOf(player, game) {
  const hands = handsOf(player, game);
  return isRange(hands) ? hands : new Range(handText(hands));
}

/** What a player has: a range, or one hand as a mask. */
export function handsOf(player, game) {
  const isText = typeof player === "string", isOmaha = isOmahaGame(game);
  if (player instanceof Range && !hasStartingHands(game)) throw new RuleError(`${game.name} has no ranges of two cards: ${quoted(String(player))}`);
  if (player instanceof OmahaRange && !isOmaha) throw new RuleError(`${game.name} has no Omaha ranges: ${quoted(String(player))}`);
  if (player instanceof OmahaRange && player.cards !== game.hole) {
    throw new RangeError(`the range must have hands of ${game.hole} cards, not ${player.cards}`, String(player), 0);
  }
  if (isRange(player)) return player;
  if (isText && hasStartingHands(game)) return rangeOrHint(player);
  if (isText && isOmaha && !isOneHand(player, game.hole)) return new OmahaRange(player, { cards: game.hole });
  return handOf(player, game);
}

export const isRange = (hands) => hands instanceof Range || hands instanceof OmahaRange;

/** The range of a string; four to six cards are a hand of Omaha. */
function rangeOrHint(text) {
  try {
    return new Range(text);
  } catch (error) {
    const size = error instanceof RangeError && !text.includes(" ") ? cardCount(text) : 0;
    if (!OMAHA_HOLES.includes(size)) throw error;
    throw new CardError(`${quoted(text)} has ${size} cards; did you mean \`game: "${omahaName(size)}"\`?`);
  }
}

function cardCount(text) {
  try {
    return sizeOf(maskOf(text));
  } catch (error) {
    if (error instanceof CardError) return 0;
    throw error;
  }
}

function handOf(player, game) {
  const isOpen = typeof player === "string" && !game.board;
  const unknown = isOpen ? (player.match(/[Xx?-]/g) ?? []).length : 0;
  const hand = maskOf(isOpen ? player.replace(/[Xx?-]/g, " ") : player);
  const count = sizeOf(hand), [least, most] = holeSizes(game);
  if (count < least || count + unknown > most) {
    throw new CardError(`${wrongCount(game, least, most, count + unknown)}: ${quoted(player)}`);
  }
  return hand;
}

const nameOf = (hands) => (isRange(hands) ? String(hands) : handText(hands));
export const shown = (player, hands) => quoted(typeof player === "string" ? player : nameOf(hands));

/** The hands that each player can still have, with weights as whole numbers. */
export function holdingsOf({ rules, board, dead, gone }, given, hands) {
  const places = [["on the board", board], ["among the dead cards", dead]];
  refuseClashes(...places);
  checkBoard(rules, board);
  const holdings = hands.map((ofPlayer, at) => {
    const holding = weightsOf(ofPlayer);
    const name = shown(given[at], ofPlayer);
    if (holding.size === 1) {
      const [hand] = holding.keys();
      checkDeck(rules, hand);
      refuseClashes([`in the hand ${name}`, hand], ...places);
    }
    const left = new Map([...holding].filter(([hand]) => !(hand & (board | gone))));
    if (!left.size) throw new CardError(`no hand of ${name} is possible with this board, dead cards and deck`);
    return left;
  });
  const single = holdings.flatMap((holding, at) => {
    if (holding.size > 1) return [];
    const place = !isRange(hands[at]) || hands[at].size === 1 ? "in the hand" : "in the only possible hand of";
    return [[`${place} ${shown(given[at], hands[at])}`, [...holding.keys()][0]]];
  });
  refuseClashes(...single);
  return holdings;
}

/** The hands of a player with their weights, as whole numbers. */
export const weightsOf = (hands) => (isRange(hands) ? scaled(hands.weights) : new Map([[hands, 1n]]));

/** Weights over their least common denominator; all hands are one hand without known cards. */
export function scaled(weights) {
  if (!weights) return new Map([[0n, 1n]]);
  const scale = [...new Set([...weights.values()].map(({ denominator }) => denominator))].reduce(commonMultiple, 1n);
  return new Map([...weights].map(([hand, { numerator, denominator }]) => [hand, numerator * (scale / denominator)]));
}

const sumOf = (holding) => [...holding.values()].reduce((sum, weight) => sum + weight, 0n);

export const isHoldem = ({ hole, board, from_hole: fromHole, ranking, low }) => hole === 2 && board === BOARD_SIZE && !fromHole && ["high", "short"].includes(ranking) && !low;
const isOmaha = ({ from_hole: fromHole, hole, board, ranking, low }) => fromHole === 2 && hole >= 4 && hole <= 6 && board === BOARD_SIZE && ranking === "high" && OMAHA_LOWS.includes(low);

/** True if all deals are walked: not too many of them, and weights that the core can add up. */
function isQuick(deal) {
  const { rules, holdings, board, gone } = deal;
  const boards = choose(DECK_SIZE - sizeOf(board | gone | knownCards(deal)), rules.board - sizeOf(board));
  const pairs = holdings.reduce((product, { size }) => product * size, 1);
  const isWhole = holdings.every(([[hand]]) => sizeOf(hand) === rules.hole);
  if (pairs === 1 && isWhole) return boards <= MAX_BOARDS;
  if (holdings.some((holding) => sumOf(holding) >= MAX_WEIGHT)) return false;
  if (!isHoldem(rules)) return isQuickInAnyGame(deal, boards);
  if (holdings.length > 2) return pairs * boards * holdings.length <= MAX_BOARDS;
  return board || gone ? boards <= MAX_RANGE_BOARDS : pairs <= MAX_MATCHUPS;
}

/** The cards of players who can have only one hand. */
const knownCards = ({ holdings }) => holdings.filter((holding) => holding.size === 1).reduce((all, [[hand]]) => all | hand, 0n);

/** The same for ranges and incomplete hands of other games than hold'em: an upper bound of the hands to compare. */
function isQuickInAnyGame(deal, boards) {
  const { rules, holdings, board, gone } = deal;
  const left = DECK_SIZE - sizeOf(board | gone | knownCards(deal));
  const hands = holdings.map((holding) => holding.size * choose(left, rules.hole - sizeOf([...holding.keys()][0])));
  const compared = hands.length === 2 ? hands[0] + hands[1] : hands.reduce((product, count) => product * count);
  return boards * compared <= (hands.length === 2 ? MAX_HANDS : MAX_BOARDS);
}

async function walked({ rules, holdings, board, gone }) {
  const hands = holdings.map(([[hand]]) => hand);
  const isSingle = holdings.every(({ size }) => size === 1);
  if (isHoldem(rules)) {
    if (holdings.length === 2 && !board && !gone) return matchups(...holdings);
    if (isSingle) return weighed(potsOf(pokerCore.call("walk_hands", rules.ranking, board, gone, ...hands), hands.length, false), holdings);
    const core = await deals();
    const lines = holdings.map(lineOf);
    if (holdings.length === 2) return headsUp(core.call("range_equities", rules.ranking, board, gone, ...lines), holdings[0]);
    return potsOf(core.call("walk_ranges", rules.ranking, board, gone, ...lines), hands.length, false);
  }
  const core = await deals();
  const hasLow = rules.low !== null, lines = holdings.map(lineOf);
  if (isOmaha(rules) && isSingle) return potsOf(core.call("walk_omaha", hasLow ? "1" : "0", board, gone, ...lines), hands.length, hasLow);
  return potsOf(core.call("walk_deals", coreGame(rules), board, gone, ...lines), hands.length, hasLow);
}

export const lineOf = (holding) => [...holding].map(([hand, weight]) => `${hand} ${weight}`).join(" ");
const potsOfTwo = (wins, ties, boards) => ({ boards, high: [[wins, ties], [boards - wins - ties, ties]], low: null, halved: null, both: null });

/** The counts of single hands of hold'em times their weights. */
function weighed({ boards, high, ...others }, holdings) {
  const weight = holdings.reduce((product, holding) => product * sumOf(holding), 1n);
  return { ...others, boards: boards * weight, high: high.map((counts) => counts.map((count) => count * weight)) };
}

/** Two ranges on a board, from a line for each hand of the first. */
function headsUp(lines, heroes) {
  const weights = [...heroes.values()];
  const outcomes = lines.map((line, at) => line.split(" ").map((count) => weights[at] * BigInt(count)));
  return potsOfTwo(...[0, 1, 2].map((part) => outcomes.reduce((sum, outcome) => sum + outcome[part], 0n)));
}

/** Two ranges before the flop, pair by pair. */
function matchups(heroes, villains) {
  let wins = 0n, ties = 0n, pairs = 0n;
  for (const [hero, mine] of heroes) {
    for (const [villain, theirs] of villains) {
      if (hero & villain) continue;
      const [won, tied] = pokerCore.call("matchup", hero, villain)[0].split(" ").map(BigInt);
      [wins, ties, pairs] = [wins + mine * theirs * won, ties + mine * theirs * tied, pairs + mine * theirs];
    }
  }
  return potsOfTwo(wins, ties, pairs * BigInt(MATCHUP_BOARDS));
}

async function simulated({ rules, holdings, board, gone }, count, seed) {
  const core = await deals();
  return potsOf(core.call("simulate", coreGame(rules), board, gone, count, seed, ...holdings.map(lineOf)), holdings.length, rules.low !== null);
}

/** True if hands of all players fit together, also if it takes long to see. */
function mayDeal({ rules, holdings, gone }) {
  if (rules.hole * holdings.length + rules.board + sizeOf(gone) > DECK_SIZE) return false;
  const players = holdings.map((holding) => [...holding.keys()]).sort((one, other) => one.length - other.length);
  const taken = [0n], left = [players[0].values()];
  for (let step = 0; step < MOST_STEPS; ++step) {
    let next = left.at(-1).next();
    while (!next.done && next.value & taken.at(-1)) next = left.at(-1).next();
    if (next.done) {
      taken.pop();
      left.pop();
      if (!left.length) return false;
    } else if (left.length === players.length) return true;
    else {
      taken.push(taken.at(-1) | next.value);
      left.push(players[left.length].values());
    }
  }
  return true;
}

const coreGame = ({ ranking, low, hole, board, from_hole: fromHole }) => [ranking, low ?? "-", hole, board, fromHole].join(" ");

export function potsOf([boards, ...lines], players, hasLow) {
  const rows = lines.map((line) => line.trim().split(" ").map(BigInt));
  const part = (at) => rows.slice(at * players, (at + 1) * players);
  const both = hasLow ? Array.from({ length: players }, (_, player) => part(3 + player)) : null;
  return { boards: BigInt(boards), high: part(0), low: hasLow ? part(1) : null, halved: hasLow ? part(2) : null, both };
}

/** The share of each player, from the counts of deals; the sums of facevalue/poker/equities/equity_result.py. */
function sharesOf({ boards, high, low, halved, both }, isExact) {
  const pot = 2n * lcm(high.length); // chips, of which every player's share is whole
  return high.map((wins, player) => {
    const parts = wins.map((count, at) => [pot / BigInt(at + 1), count]);
    if (low) {
      halved[player].forEach((count, at) => {
        const half = pot / 2n / BigInt(at + 1);
        parts.push([pot / BigInt(at + 1), -count], [half, count], [half, low[player][at]]);
      });
    }
    const chips = parts.reduce((sum, [amount, count]) => sum + amount * count, 0n);
    let squares = parts.reduce((sum, [amount, count]) => sum + amount * amount * count, 0n);
    (both?.[player] ?? []).forEach((row, at) => row.forEach((count, other) => {
      squares += 2n * (pot / 2n / BigInt(at + 1)) * (pot / 2n / BigInt(other + 1)) * count;
    }));
    const share = new Fraction(chips, pot * boards);
    const sum = (counts) => counts.reduce((all, count) => all + count, 0n);
    return {
      win: exactNumber(wins[0]),
      tie: exactNumber(sum(wins.slice(1))),
      lose: exactNumber(boards - sum(wins)),
      low_win: low ? exactNumber(low[player][0]) : null,
      low_tie: low ? exactNumber(sum(low[player].slice(1))) : null,
      equity: { fraction: `${share}`, decimal: decimalOf(share) },
      standard_error: isExact ? null : standardError(squares, pot, boards, share),
    };
  });
}

function commonMultiple(one, other) {
  let [a, b] = [one, other];
  while (b) [a, b] = [b, a % b];
  return (one / a) * other;
}

const lcm = (most) => Array.from({ length: most }, (_, at) => BigInt(at + 1)).reduce(commonMultiple);

function standardError(squares, pot, boards, share) {
  const mean = new Fraction(squares, pot * pot * boards);
  const square = new Fraction(share.numerator ** 2n, share.denominator ** 2n);
  const variance = new Fraction(mean.numerator * square.denominator - square.numerator * mean.denominator, mean.denominator * square.denominator * boards);
  return Math.sqrt(decimalOf(variance));
}
