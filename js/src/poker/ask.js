// How functions ask the cores of poker: their arguments by name in, the result, or one key of it, out.

import { askDeals } from "./deals.js";
import { askHands } from "./hands.js";

const picked = (result, key) => (key ? result[key] : result);

/** The core of all of poker. */
export const deals = (name, { key } = {}) => async (given) => picked(await askDeals(name, given), key);
/** The core of hands and ranges. */
export const hands = (name, { key } = {}) => (given) => picked(askHands(name, given), key);
