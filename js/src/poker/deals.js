// The core of all queries about poker, loaded when it is first needed.

import { jsonOf } from "../json.js";
import { CardError, quoted } from "../errors.js";
import rows from "../rows.js";
import { ask, loadCore, loadOmahaOrder, needsOrder } from "./core.js";

let core = null;

/** The result of a query. */
export async function askDeals(name, { seed = null, ...given }) {
  const isOmaha = given.game !== undefined && given.game !== "holdem";
  if (isOmaha && needsOrder(name, jsonOf(given))) await loadOmahaOrder();
  const drawn = rows.drawn[name] ? { seed: seed ?? randomSeed() } : {};
  return ask(await dealsCore(), name, { ...given, ...drawn });
}

const dealsCore = () => (core ??= loadCore("deals.wasm"));
const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** Random deals as ids, and the seed. */
export async function dealRows(given) {
  const seed = given.seed ?? randomSeed();
  const bytes = (await dealsCore()).batch("deal", jsonOf({ ...given, seed }));
  const end = SIZE + new DataView(bytes.buffer).getUint32(0, true);
  return { hands: bytes.slice(SIZE, end), board: bytes.slice(end), seed };
}

const SIZE = 4; // bytes

/** The chips of each player in each deal. */
export async function decideRows({ hands, board = "", ...options }) {
  if (!(hands instanceof Uint8Array)) throw new CardError(`hands must be ids of cards in a Uint8Array, not ${quoted(hands)}`);
  const areRows = board instanceof Uint8Array;
  const request = jsonOf({ ...options, hands: hands.length, ...(areRows ? {} : { board }) });
  return new Uint16Array((await dealsCore()).batch("showdown", request, hands, areRows ? board : []).buffer);
}
