// The core of poker hands, loaded once.

import { compiled, Core } from "../core.js";

export const pokerCore = new Core(await compiled("poker.wasm"));
