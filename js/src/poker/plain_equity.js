// Equities of two hands of hold'em in plain strings or ids, without a call with JSON.

import { handsCore } from "./hands.js";
import { areAllApart, BITS, countOf, HOLE, plainHalves, RANKS, SUITS } from "./plain.js";

const BOARDS = [0, 3, 4, 5]; // cards

/** The result of two hands of hold'em in plain strings or ids; null for every other value. */
export function plainEquity([hero, villain], board) {
  const sets = [hero, villain, board].map(plainHalves);
  if (sets.includes(null) || !areAllApart(sets)) return null;
  const [own, other, shared] = sets;
  if (countOf(own) !== HOLE || countOf(other) !== HOLE || !BOARDS.includes(countOf(shared))) return null;
  handsCore.exports.two_hands(own[0], own[1], other[0], other[1], shared[0], shared[1]);
  const [boards, wins, ties] = handsCore.numbers(), losses = boards - wins - ties;
  const players = [exactShare(own, wins, ties, losses), exactShare(other, losses, ties, wins)];
  const tied = ties ? [{ winners: [0, 1], deals: ties }] : [];
  return { game: "holdem", method: "exact", exact: true, deals: boards, seed: null, players, ties_by_players: tied };
}

function exactShare(hand, win, tie, lose) {
  const part = 2 * win + tie, whole = 2 * (win + tie + lose);
  let [common, rest] = [part, whole];
  while (rest) [common, rest] = [rest, common % rest];
  const fraction = common === whole ? `${part / whole}` : `${part / common}/${whole / common}`;
  const equity = { fraction, decimal: part / whole };
  return { hand: textOf(hand), win, tie, lose, low_win: null, low_tie: null, scoop: null, equity, standard_error: null };
}

/** The cards as a string, the highest first. */
function textOf([low, high]) {
  const cards = [];
  for (let rank = RANKS.length; rank--; ) {
    for (let suit = SUITS.length; suit--; ) {
      const place = 13 * suit + rank, half = place < BITS ? low : high;
      if ((half >> (place & 31)) & 1) cards.push(RANKS[rank] + SUITS[suit]);
    }
  }
  return cards.join("");
}
