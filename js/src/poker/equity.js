// Equity of hands: how much of the pot each player wins on average. Exact where the core walks through all deals in a
// few seconds, else sampled; `method` says which.

import { cardsOf, cardText, maskOf, refuseClashes, sizeOf } from "./cards.js";
import { compiled, Core } from "../core.js";
import { CardError, quoted, represented, RuleError } from "../errors.js";
import { Fraction } from "../fraction.js";
import { bounds, gameNamed, missingCards } from "./games.js";
import { seedNumber, wholeNumber } from "../options.js";
import { pokerCore } from "./core.js";

const MAX_PLAYERS = 10, BOARD_SIZE = 5, DECK_SIZE = 52;
const MATCHUP_BOARDS = 1_712_304;
const USUAL_SAMPLES = 1_000_000, MAX_SAMPLES = 10 ** 12;
// Boards of two or more known hands that are walked exactly; more are sampled.
const MAX_BOARDS = 2_500_000;
const OMAHA_LOWS = [null, "low-8"];

let dealsCore = null;

/** The core of deals, loaded when it is first needed. */
async function deals() {
  dealsCore ??= compiled("deals.wasm").then((module) => new Core(module));
  return dealsCore;
}

/**
 * The share of the pot of each of 2 to 10 hands: the same fields as Python's `equity(...).as_dict()`.
 *
 * In stud and draw games a hand may be incomplete; the missing cards are dealt.
 */
export async function equity(players, { board = "", dead = "", game = "holdem", samples = null, seed = null } = {}) {
  const rules = gameNamed(game);
  const given = players.flatMap((player) => (typeof player === "string" ? player.split(/\s*\|\s*|(?:^|\s+)(?:vs?\.?|versus)(?=\s|$)/i).map((part) => part.trim()).filter(Boolean) : [player]));
  if (given.length < 2 || given.length > MAX_PLAYERS) throw new RuleError(`equity needs 2 to ${MAX_PLAYERS} players, not ${given.length}`);
  const deal = { rules, hands: given.map((player) => handOf(player, rules)), board: maskOf(board), dead: maskOf(dead) };
  checkDeal(deal, given);
  deal.gone = deal.dead | missingCards(rules);
  const isSampled = samples !== null || !isQuick(deal);
  const words = isSampled ? seedNumber(seed) : null;
  const chosen = words !== null && words <= Number.MAX_SAFE_INTEGER ? Number(words) : words;
  const count = samples === null ? USUAL_SAMPLES : wholeNumber("samples", samples, 1, MAX_SAMPLES);
  const pots = isSampled ? await simulated(deal, count, words) : await walked(deal);
  const names = deal.hands.map((hand) => cardsOf(hand).sort((a, b) => b - a).map(cardText).join(""));
  if (pots.boards === 0n) throw new CardError(`these hands cannot be dealt together: ${names.map(quoted).join(", ")}`);
  const shares = sharesOf(pots, !isSampled).map((share, at) => ({ hand: names[at], ...share }));
  return { game: rules.name, method: isSampled ? "sampled" : "exact", exact: !isSampled, deals: Number(pots.boards), seed: chosen, players: shares };
}

function handOf(player, game) {
  const isOpen = typeof player === "string" && !game.board;
  const unknown = isOpen ? (player.match(/[Xx?-]/g) ?? []).length : 0;
  const hand = maskOf(isOpen ? player.replace(/[Xx?-]/g, " ") : player);
  const count = sizeOf(hand), sizes = [game.board ? game.hole : 1, game.hole];
  if (count < sizes[0] || count + unknown > sizes[1]) {
    throw new CardError(`${game.name} needs ${bounds(sizes)} cards, not ${count + unknown}: ${quoted(player)}`);
  }
  return hand;
}

function checkDeal({ rules, hands, board, dead }, given) {
  const places = [["on the board", board], ["among the dead cards", dead]];
  refuseClashes(...places);
  if (sizeOf(board) > rules.board) throw new CardError(`the board of ${rules.name} has up to ${rules.board} cards, not ${sizeOf(board)}`);
  for (const cards of [board, ...hands]) {
    const missing = cards & missingCards(rules);
    if (missing) throw new CardError(`the deck of ${rules.name} has only ${rules.deck} cards, without ${represented(cardText(cardsOf(missing)[0]))}`);
  }
  const ofHands = hands.map((hand, at) => [`in the hand ${quoted(given[at])}`, hand]);
  ofHands.forEach((place) => refuseClashes(place, ...places));
  refuseClashes(...ofHands);
}

const isHoldem = ({ hole, board, from_hole: fromHole, ranking, low }) => hole === 2 && board === BOARD_SIZE && !fromHole && ["high", "short"].includes(ranking) && !low;
const isOmaha = ({ from_hole: fromHole, hole, board, ranking, low }) => fromHole === 2 && hole >= 4 && hole <= 6 && board === BOARD_SIZE && ranking === "high" && OMAHA_LOWS.includes(low);

/** True if all boards are walked: known hands, and not too many boards. */
function isQuick({ rules, hands, board, gone }) {
  const isKnown = hands.every((hand) => sizeOf(hand) === rules.hole);
  const left = DECK_SIZE - sizeOf(board | gone | hands.reduce((all, hand) => all | hand, 0n));
  return isKnown && choose(left, rules.board - sizeOf(board)) <= MAX_BOARDS;
}

const choose = (n, k) => Array.from({ length: Math.max(0, k) }, (_, at) => (n - at) / (at + 1)).reduce((product, each) => product * each, 1);

async function walked({ rules, hands, board, gone }) {
  const lines = hands.map((hand) => `${hand} 1`);
  if (isHoldem(rules)) {
    if (hands.length === 2 && !board && !gone) return matchup(...hands);
    return potsOf(pokerCore.call("walk_hands", rules.ranking, board, gone, ...hands), hands.length, false);
  }
  const core = await deals();
  const hasLow = rules.low !== null;
  if (isOmaha(rules)) return potsOf(core.call("walk_omaha", hasLow ? "1" : "0", board, gone, ...lines), hands.length, hasLow);
  return potsOf(core.call("walk_deals", coreGame(rules), board, gone, ...lines), hands.length, hasLow);
}

function matchup(hero, villain) {
  const [wins, ties] = pokerCore.call("matchup", hero, villain)[0].split(" ").map(BigInt);
  const boards = BigInt(MATCHUP_BOARDS);
  return { boards, high: [[wins, ties], [boards - wins - ties, ties]], low: null, halved: null, both: null };
}

async function simulated({ rules, hands, board, gone }, count, seed) {
  const lines = hands.map((hand) => `${hand} 1`);
  const core = await deals();
  return potsOf(core.call("simulate", coreGame(rules), board, gone, count, seed, ...lines), hands.length, rules.low !== null);
}

const coreGame = ({ ranking, low, hole, board, from_hole: fromHole }) => [ranking, low ?? "-", hole, board, fromHole].join(" ");

function potsOf([boards, ...lines], players, hasLow) {
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
      win: Number(wins[0]),
      tie: Number(sum(wins.slice(1))),
      lose: Number(boards - sum(wins)),
      low_win: low ? Number(low[player][0]) : null,
      low_tie: low ? Number(sum(low[player].slice(1))) : null,
      equity: { fraction: `${share}`, decimal: decimalOf(share) },
      standard_error: isExact ? null : standardError(squares, pot, boards, share),
    };
  });
}

function lcm(most) {
  let found = 1n;
  for (let each = 2n; each <= BigInt(most); each++) {
    let [a, b] = [found, each];
    while (b) [a, b] = [b, a % b];
    found = (found / a) * each;
  }
  return found;
}

/** The decimal nearest to an exact share from 0 to 1. */
function decimalOf({ numerator, denominator }) {
  if (numerator <= Number.MAX_SAFE_INTEGER && denominator <= Number.MAX_SAFE_INTEGER) return Number(numerator) / Number(denominator);
  return Number((numerator * 10n ** 30n) / denominator) / 1e30;
}

function standardError(squares, pot, boards, share) {
  const mean = new Fraction(squares, pot * pot * boards);
  const square = new Fraction(share.numerator ** 2n, share.denominator ** 2n);
  const variance = new Fraction(mean.numerator * square.denominator - square.numerator * mean.denominator, mean.denominator * square.denominator * boards);
  return Math.sqrt(decimalOf(variance));
}
