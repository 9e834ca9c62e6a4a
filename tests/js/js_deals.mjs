// Batches with lists in the place of typed arrays.

import { deals, showdown, values } from "../../js/src/poker.js";

/** The hands, the boards, the chips, and the seed. */
export async function deal(count, players, { seed, ...options }) {
  const dealt = await deals(count, players, { seed, ...options });
  const chips = await showdown(dealt.hands, dealt.board, { players, game: options.game });
  return [[...dealt.hands], [...dealt.board], [...chips], dealt.seed];
}

/** The chips. */
export async function decide(hands, board, players) {
  const rows = Array.isArray(board) ? Uint8Array.from(board) : board;
  return [...(await showdown(Uint8Array.from(hands), rows, { players }))];
}

export const valuesOf = (rows, size) => [...values(Uint8Array.from(rows), size)];
