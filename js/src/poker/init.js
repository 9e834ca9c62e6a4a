// Compiling the cores of poker before the first call.

import { initOf } from "../init.js";
import { dealsCore } from "./deals.js";
import { handsCore } from "./hands.js";
import { valuesCore } from "./values_core.js";

export const init = /* @__PURE__ */ initOf(valuesCore, handsCore, dealsCore);
