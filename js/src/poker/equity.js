// Equity of hands and ranges: how much of the pot each player wins on average. Exact where the core walks through all
// deals in a few seconds, otherwise sampled; `method` says which.

import { plainHalves } from "./cards.js";
import { areAllApart, countOf, textsOf } from "./halves.js";
import { deals, pokerCore } from "./core.js";
import { linesOfDeal, resultOf } from "./deal.js";
import { gameNamed } from "./games.js";
import { handsOf, nameOf, splitPlayers } from "./players.js";
import { loadOrderFor } from "./ranges/omaha_order.js";
import { seedNumber, wholeNumber } from "../options.js";

export const MAX_PLAYERS = 10;
const MAX_SAMPLES = 10 ** 12;

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
  const given = players.flatMap(splitPlayers), core = await deals();
  core.call("check_players", given.length);
  const count = samples === null ? "-" : wholeNumber("samples", samples, 1, MAX_SAMPLES);
  const words = seedNumber(seed);
  await loadOrderFor(rules, given);
  const hands = given.map((player) => handsOf(player, rules));
  const [isSampled, ...found] = core.call("equity", count, words, ...linesOfDeal(rules, board, dead, given, hands));
  return resultOf(rules, hands.map(nameOf), found, isSampled === "1" ? words : null);
}
