// The functions of poker that do more than call a query.

import { askDeals } from "./deals.js";
import { askHands } from "./hands.js";
import { plainWinners } from "./plain.js";
import { plainEquity } from "./plain_equity.js";

export { dealRows as deals, decideRows as showdown } from "./deals.js";
export { parseRange } from "./ranges.js";

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
