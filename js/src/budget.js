// Limits on the time of calls. The core estimates it (core/numbers/plan), for native code: WebAssembly takes about twice
// as long.

import { LimitError, quoted, RuleError } from "./errors.js";

const USUAL_LIMIT = 10; // seconds
const RUN_ANYWAY = ", or run it anyway with limit: null";
const UNITS = [["seconds", 1, 600], ["minutes", 60, 7200], ["hours", 3600, 200_000]];
const DAY = 86_400, YEAR = 31_556_952, MANY_YEARS = 1_000_000;
const WORTH_TELLING = 500, TOO_MUCH = 1_000_000; // megabytes

/** The maximum time of a call, in seconds; null for no limit. */
export function timeLimit(limit) {
  if (limit === undefined) return USUAL_LIMIT;
  if (limit !== null && !Number.isFinite(limit)) throw new RuleError(`limit must be a finite number, not ${quoted(limit)}`);
  return limit;
}

/** Refuses a call that would take too long by an estimate in seconds. */
export function checkCost(work, seconds, limit, megabytes) {
  if (limit === null || seconds <= limit) return;
  const gigabytes = (megabytes / 1000).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const memory = megabytes > WORTH_TELLING && megabytes < TOO_MUCH ? ` and ${gigabytes} GB` : "";
  throw new LimitError(`${work} would take ${time(seconds)}${memory}; make the query smaller${RUN_ANYWAY}`, Math.ceil(limit));
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

function time(seconds) {
  for (const [unit, length, end] of UNITS) if (seconds < end) return `about ${(seconds / length).toFixed(0)} ${unit}`;
  if (seconds < 2 * YEAR) return `about ${(seconds / DAY).toFixed(0)} days`;
  const years = seconds / YEAR;
  return years < MANY_YEARS ? `about ${Math.round(years).toLocaleString("en-US")} years` : "millions of years";
}
