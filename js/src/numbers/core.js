// The core of number puzzles, loaded once.

import { compiled, Core } from "../core.js";

export const numbersCore = new Core(await compiled("numbers.wasm"));
