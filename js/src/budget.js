// Limits on the time of calls. The core estimates it (core/numbers/plan), for native code: WebAssembly takes about twice
// as long.

import { LimitError, quoted, RuleError } from "./errors.js";

const USUAL_LIMIT = 10; // seconds
const RUN_ANYWAY = ", or run it anyway with limit: null";

/** The maximum time of a call, in seconds; null for no limit. */
export function timeLimit(limit) {
  if (limit === undefined) return USUAL_LIMIT;
  if (limit !== null && !Number.isFinite(limit)) throw new RuleError(`limit must be a finite number, not ${quoted(limit)}`);
  return limit;
}

/** Refuses a call that would take too long by an estimate in seconds; `cost` says it in words. */
export function checkCost(cost, seconds, limit) {
  if (limit !== null && seconds > limit) throw new LimitError(`${cost}${RUN_ANYWAY}`, Math.ceil(limit));
}

/** Makes a call for a function that has no limit, so that no error recommends one. */
export function withoutLimit(call) {
  try {
    return call();
  } catch (error) {
    if (error instanceof LimitError) error.message = error.message.replace(RUN_ANYWAY, "");
    throw error;
  }
}
