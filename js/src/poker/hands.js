// The core of hands and ranges.

import { source } from "../wasm/poker.js";
import { ask, coreOf } from "./core.js";

export const handsCore = /* @__PURE__ */ coreOf("poker", source);

/** The result of a query about hands and ranges. */
export const askHands = (name, given) => ask(handsCore, name, given);
