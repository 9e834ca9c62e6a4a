// A deal for the core: a game, a board and dead cards, and the hands of each player with their weights; and the results
// of deals.

import { decimalOf, Fraction } from "../fraction.js";
import { maskOf } from "./cards.js";
import { linesOfGame } from "./games.js";
import { isRange, nameOf } from "./players.js";

const encoder = new TextEncoder();
export const block = (text) => [encoder.encode(text).length, text];

/** The lines of a deal: `given` are the players as they were given, and `hands` what they have. */
export function linesOfDeal(rules, board, dead, given, hands) {
  const players = hands.flatMap((held, at) => {
    const name = nameOf(held);
    return [...block(typeof given[at] === "string" ? given[at] : name), ...block(name), ...linesOfHands(held)];
  });
  return [...linesOfGame(rules), maskOf(board), maskOf(dead), ...players];
}

/** The different weights, and the hands with the places of their weights; the range of all hands is one without cards. */
export function linesOfHands(hands) {
  const weights = isRange(hands) ? hands.weights : null;
  if (!weights) return ["1 1", `${isRange(hands) ? 0 : hands} 0`];
  const places = new Map();
  const placeOf = (weight) => places.get(weight) ?? places.set(weight, places.size).get(weight);
  const held = [...weights].map(([hand, weight]) => `${hand} ${placeOf(weight)}`);
  return [[...places.keys()].map(({ numerator, denominator }) => `${numerator} ${denominator}`).join(" "), held.join(" ")];
}

/** A count as a number if that is exact, otherwise as a BigInt; null for "-". */
function countOf(word) {
  if (word === "-") return null;
  return Number.isSafeInteger(Number(word)) ? Number(word) : BigInt(word);
}

/** A share as JSON has it, from its numerator and denominator. */
export function shareOf(numerator, denominator) {
  const share = new Fraction(BigInt(numerator), BigInt(denominator));
  return { fraction: `${share}`, decimal: decimalOf(share) };
}

/** The result of counting all deals, or of sampling with a seed: the same fields as Python's `Equity.as_dict()`. */
export function resultOf(rules, names, [count, ...lines], seed = null) {
  const isExact = seed === null;
  const players = lines.map((line, at) => {
    const [win, tie, lose, lowWin, lowTie, above, below, variance, scale] = line.split(" ");
    const [low_win, low_tie] = [lowWin, lowTie].map(countOf);
    const standard_error = isExact ? null : Math.sqrt(shareOf(variance, scale).decimal);
    return { hand: names[at], win: countOf(win), tie: countOf(tie), lose: countOf(lose), low_win, low_tie, equity: shareOf(above, below), standard_error };
  });
  return { game: rules.name, method: isExact ? "exact" : "sampled", exact: isExact, deals: countOf(count), seed: isExact ? null : countOf(seed), players };
}
