// The core of poker hands, loaded once.

import { compiled, Core } from "../core.js";

export const pokerCore = new Core(await compiled("poker.wasm"));

let dealsCore = null;

/** The core of deals and draws, loaded when it is first needed. */
export async function deals() {
  dealsCore ??= compiled("deals.wasm").then((module) => new Core(module));
  return dealsCore;
}
