// The core of values of hands.

import { Core } from "../core.js";
import { jsonOf } from "../json.js";
import { source } from "../wasm/values.js";

export const valuesCore = /* @__PURE__ */ new Core("values", source);

/** The value of cards in any form. */
export const askValue = (cards) => Number(valuesCore.guarded(() => valuesCore.answer("value_of", jsonOf(cards))));
