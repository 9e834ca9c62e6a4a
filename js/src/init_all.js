// Compiling all cores before the first call.

import { initOf } from "./init.js";
import { dealsCore } from "./poker/deals.js";
import { handsCore } from "./poker/hands.js";
import { valuesCore } from "./poker/values_core.js";
import { numbersCore } from "./puzzle/core.js";

export const init = /* @__PURE__ */ initOf(numbersCore, valuesCore, handsCore, dealsCore);
