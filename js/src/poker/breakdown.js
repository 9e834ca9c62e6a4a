// What a range has on a board: made hands and draws, as shares of its weight.

import { cardText, highestFirst, maskOf } from "./cards.js";
import { deals } from "./core.js";
import { linesOfHands, shareOf } from "./deal.js";
import { GAMES } from "./games.js";
import { rangeOf } from "./players.js";
import rows from "../rows.js";

/** Which made hands and draws a hold'em range has on a board of 3 to 5 cards, as parts of its weight. */
export async function breakdown(hands, board, { dead = "" } = {}) {
  const shared = maskOf(board), range = rangeOf(hands, GAMES.holdem), core = await deals();
  const [count, ...lines] = core.call("breakdown", shared, maskOf(dead), ...linesOfHands(range));
  const shares = lines.map((line) => shareOf(...line.split(" ")));
  return {
    board: highestFirst(shared).map(cardText),
    combo_count: Number(count),
    made: namedShares(rows.made_hands, shares),
    draw_parts: namedShares(rows.draws, shares.slice(rows.made_hands.length)),
  };
}

/** The shares by name; nothing on a full board, which has no draws. */
const namedShares = (names, shares) => Object.fromEntries(shares.slice(0, names.length).map((share, at) => [names[at], share]));
