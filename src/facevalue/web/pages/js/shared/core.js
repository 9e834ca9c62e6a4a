// Requests to the core in this browser: a worker calls the WebAssembly core. A request that is cancelled ends the worker.

import { t } from "./language.js";
import { released } from "./press.js";

/** The error of a request: its message, its class, and the position in the input if there is one. */
export class RequestError extends Error {
  constructor(message, { error = "unreachable", position = null, limit = null } = {}) {
    super(message);
    Object.assign(this, { error, position, limit });
  }
}

// The page has all that it needs for its first picture now. Earlier, the core would slow that down on a slow network.
const { core } = document.documentElement.dataset;
const waiting = new Map();
let latest = 0;
fetch(new URL(`../../facevalue/${core}.wasm`, import.meta.url), { priority: "low" }).then((found) => found.arrayBuffer()).catch(() => {}); // the worker reports it
let worker = begin();

/** The result of a verb: the same JSON as from the server's API. */
export function request(verb, query = {}, { signal } = {}) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    worker ??= begin();
    const id = (latest += 1);
    waiting.set(id, { verb, query, resolve, reject });
    worker.postMessage({ id, verb, query });
    signal?.addEventListener("abort", () => cancel(id, signal.reason));
  });
}

function begin() {
  const made = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: core });
  made.addEventListener("message", async ({ data: { id, result, error } }) => {
    await released();
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new RequestError(error.message, error));
    else call?.resolve(result);
  });
  made.addEventListener("error", () => {
    worker = null;
    for (const { reject } of waiting.values()) reject(new RequestError(t("core.missing")));
    waiting.clear();
  });
  return made;
}

/** Ends the worker, which cannot be interrupted otherwise, and sends the other requests again. */
function cancel(id, reason) {
  const call = waiting.get(id);
  if (!call) return;
  waiting.delete(id);
  call.reject(reason);
  worker?.terminate();
  worker = waiting.size ? begin() : null;
  for (const [other, { verb, query }] of waiting) worker.postMessage({ id: other, verb, query });
}

let rules = null;

/** The rows of rules, loaded once; after a failure they are loaded again. */
export function allRules() {
  rules ??= request("rules").then((answer) => answer.rules);
  rules.catch(() => (rules = null));
  return rules;
}

/** The row of rules with this name. */
export async function rulesNamed(name) {
  return (await allRules()).find((row) => row.name === name);
}
