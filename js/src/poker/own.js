// The functions of poker that do more than call a query.

import { CardError } from "../errors.js";
import { askDeals } from "./deals.js";
import { askHands, handsCore } from "./hands.js";
import { plainEquity, plainValue, plainWinners } from "./plain.js";

export { loadOmahaOrder } from "./core.js";
export { dealRows as deals, decideRows as showdown } from "./deals.js";
export { parseRange } from "./ranges.js";

export const value = (cards) => plainValue(cards) || askHands("evaluate", { cards }).cactus_kev;

export function values(ids, size = 7) {
  if (!(ids instanceof Uint8Array)) throw new CardError("hands must be ids of cards in a Uint8Array");
  if (![5, 6, 7].includes(size) || ids.length % size) throw new CardError("hands must be rows of 5, 6 or 7 ids");
  if (!ids.length) return new Uint16Array(0); // so is a detached array
  return handsCore.guarded(() => {
    handsCore.write(ids);
    const bad = handsCore.exports.values(ids.length / size, size);
    if (bad >= 0) throw new CardError(`row ${bad + 1} has an invalid or repeated card`);
    return new Uint16Array(handsCore.result().slice().buffer);
  });
}

export function winners(hands, options = {}) {
  const { board = "", game = "holdem", decks = 1 } = options;
  const isPlain = game === "holdem" && decks === 1 && hands.length;
  return (isPlain && plainWinners(hands, board)) || askHands("winners", { hands, ...options }).winners;
}

export async function equity(players, options = {}) {
  const { board = "", dead = "", game = "holdem", samples = null, seed = null } = options;
  const isUsual = players.length === 2 && game === "holdem" && dead === "" && samples === null && seed === null;
  return (isUsual && plainEquity(players, board)) || askDeals("equity", { players, ...options });
}
