// What a range has on a board: made hands and draws, as shares of its weight. The same as Python's `breakdown`.

import { cardsOf, cardText, maskOf, sizeOf } from "./cards.js";
import { deals, pokerCore } from "./core.js";
import { CardError } from "../errors.js";
import { rangeOf } from "./equity.js";
import { combined, decimalOf, Fraction } from "../fraction.js";
import { GAMES } from "./games.js";
import { withoutMask } from "./ranges/range.js";
import { highestFirst } from "./ranges/range_text.js";
import rows from "../rows.js";

const [FLOP, RIVER, SUIT_SIZE, ACE] = [3, 5, 4, 12];
const LOW_BITS = 0xffffffffn;
const MADE_HANDS = rows.made_hands; // the best first; the first five are named as categories
const FIVE_CARDS = MADE_HANDS.slice(0, 5);
const PAIRS = { own: ["Overpair", "Middle Pair", "Low Pair"], shared: ["Top Pair", "Middle Pair", "Low Pair"] };

/** Which made hands and draws a hold'em range has on a board of 3 to 5 cards, as parts of its weight. */
export async function breakdown(hands, board, { dead = "" } = {}) {
  const shared = maskOf(board), size = sizeOf(shared);
  if (size < FLOP || size > RIVER) throw new CardError(`a breakdown needs a board of 3 to 5 cards, not ${size}`);
  const left = withoutMask(rangeOf(hands, GAMES.holdem), shared | maskOf(dead));
  if (!left.size) throw new CardError("no hand of the range is possible with this board and these dead cards");
  const core = await deals();
  const [made, draws] = [new Map(), new Map()];
  for (const [hand, weight] of left.weights) {
    const kind = madeHand(core, hand, shared);
    add(made, kind, weight);
    if (size < RIVER) add(draws, drawOf(hand, shared, kind), weight);
  }
  return {
    board: highestFirst(shared).map(cardText),
    combo_count: left.size,
    made: partsOf(made, MADE_HANDS, left.total),
    draw_parts: partsOf(draws, size < RIVER ? rows.draws : [], left.total),
  };
}

const add = (sums, name, weight) => sums.set(name, combined(sums.get(name) ?? new Fraction(0n), "+", weight));

function partsOf(sums, names, total) {
  return Object.fromEntries(
    names.map((name) => {
      const part = combined(sums.get(name) ?? new Fraction(0n), "/", total);
      return [name, { fraction: `${part}`, decimal: decimalOf(part) }];
    }),
  );
}

const valueOf = (mask) => pokerCore.exports.value(Number(mask & LOW_BITS), Number(mask >> 32n));
const rankOf = (id) => id >> 2;
const countIn = (items, wanted) => items.filter((item) => item === wanted).length;

/** What a hand has on a board: one of MADE_HANDS. */
function madeHand(core, hand, board) {
  if (sizeOf(board) === RIVER && valueOf(hand | board) === valueOf(board)) return "Nothing"; // everybody has what the board has
  const category = rows.categories[Number(core.call("category_so_far", "high", hand, board, 0)[0])];
  const ranks = cardsOf(hand).map(rankOf), onBoard = cardsOf(board).map(rankOf);
  const isShared = category === "Four of a Kind" && onBoard.some((rank) => countIn(onBoard, rank) === SUIT_SIZE);
  if (FIVE_CARDS.includes(category) && !isShared) return category;
  const isPair = ranks[0] === ranks[1];
  const paired = ranks.filter((rank) => onBoard.includes(rank));
  if (category === "Three of a Kind" && paired.length && countIn(onBoard, paired[0]) <= 2) return isPair ? "Set" : "Trips";
  if (new Set(paired).size === 2) return "Two Pair";
  if (isPair || paired.length) {
    const above = [...new Set(onBoard)].filter((rank) => rank > (paired.length ? paired : ranks)[0]).length;
    return PAIRS[isPair ? "own" : "shared"][Math.min(above, 2)];
  }
  return ranks.includes(ACE) ? "Ace High" : "Nothing";
}

/** What a hand may become with the next card: one of the draws. */
function drawOf(hand, board, made) {
  const place = MADE_HANDS.indexOf(made);
  const suits = cardsOf(hand | board).map((id) => id & 3);
  const isFlushDraw = place > MADE_HANDS.indexOf("Flush") && cardsOf(hand).some((id) => countIn(suits, id & 3) === SUIT_SIZE);
  const own = rankBits(hand | board), shared = rankBits(board);
  const outs = Array.from({ length: ACE + 1 }, (_, rank) => bitsOf(rank)).filter((bits) => topOf(own | bits) > Math.max(topOf(own), topOf(shared | bits)));
  const isStraightDraw = outs.length > 0 && place > MADE_HANDS.indexOf("Straight");
  if (isFlushDraw) return isStraightDraw ? "Flush and Straight Draw" : "Flush Draw";
  if (isStraightDraw) return outs.length > 1 ? "Open-Ended Straight Draw" : "Gutshot";
  return "No Draw";
}

/** The bit of a rank, from the second up; the ace is also the first. */
const bitsOf = (rank) => (1 << (rank + 1)) | Number(rank === ACE);
const rankBits = (mask) => cardsOf(mask).reduce((bits, id) => bits | bitsOf(rankOf(id)), 0);

/** The place of the highest card of a straight; 0 without one. */
function topOf(bits) {
  for (let top = ACE + 1; top >= 4; top -= 1) if (((bits >> (top - 4)) & 0b11111) === 0b11111) return top;
  return 0;
}
