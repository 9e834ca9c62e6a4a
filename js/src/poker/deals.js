// The core of all queries about poker, loaded when it is first needed.

import { jsonOf } from "../json.js";
import { ask, loadCore, loadOmahaOrder } from "./core.js";

// Queries that may sample deals.
const DRAWN = new Set(["equity", "by-next-card", "odds"]);

let core = null;

/** The result of a query. */
export async function askDeals(name, { seed = null, ...given }) {
  core ??= loadCore("deals.wasm");
  const isOmaha = given.game !== undefined && given.game !== "holdem";
  if (isOmaha && jsonOf(given).includes("%")) await loadOmahaOrder();
  const drawn = DRAWN.has(name) ? { seed: seed ?? crypto.getRandomValues(new Uint32Array(1))[0] } : {};
  return ask(await core, name, { ...given, ...drawn });
}
