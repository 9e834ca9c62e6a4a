// The core of all queries about poker, loaded when it is first needed.

import { randomSeed, withDrawn } from "../drawn.js";
import { CardError, quoted } from "../errors.js";
import { jsonOf } from "../json.js";
import { source } from "../wasm/deals.js";
import { ask, coreOf } from "./core.js";

export const dealsCore = /* @__PURE__ */ coreOf("deals", source);

/** The result of a query. */
export const askDeals = async (name, given) => ask(await dealsCore.load(), name, withDrawn(name, given));

/** Random deals as ids, and the seed. */
export async function dealRows(given) {
  const seed = given.seed ?? randomSeed();
  const bytes = (await dealsCore.load()).batch("deal", jsonOf({ ...given, seed }));
  const end = SIZE + new DataView(bytes.buffer).getUint32(0, true);
  return { hands: bytes.slice(SIZE, end), board: bytes.slice(end), seed };
}

const SIZE = 4; // bytes

/** The chips of each player in each deal. */
export async function decideRows({ hands, board = "", ...options }) {
  if (!(hands instanceof Uint8Array)) throw new CardError(`hands must be ids of cards in a Uint8Array, not ${quoted(hands)}`);
  const areRows = board instanceof Uint8Array;
  const request = jsonOf({ ...options, hands: hands.length, ...(areRows ? {} : { board }) });
  return new Uint16Array((await dealsCore.load()).batch("showdown", request, hands, areRows ? board : []).buffer);
}
