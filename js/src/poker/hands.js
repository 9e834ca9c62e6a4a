// The core of hands and ranges, loaded once.

import { ask, loadCore } from "./core.js";

export const handsCore = await loadCore("poker.wasm");

/** The result of a query about hands and ranges. */
export const askHands = (name, given) => ask(handsCore, name, given);
