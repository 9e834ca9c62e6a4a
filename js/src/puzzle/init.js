// Compiling the core of number puzzles before the first call.

import { initOf } from "../init.js";
import { numbersCore } from "./core.js";

export const init = /* @__PURE__ */ initOf(numbersCore);
