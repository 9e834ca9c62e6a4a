// Answers in this browser: a worker calls the WebAssembly core. A query that is cancelled ends the worker.

import { ApiError } from "./api_error.js";
import { t } from "./language.js";

let worker = null;
let latest = 0;
const waiting = new Map();

/** The result of a verb, the same JSON as the server's. */
export function answer(verb, query, { signal } = {}) {
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
  const made = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  made.addEventListener("message", ({ data: { id, result, error } }) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new ApiError(error.message, error));
    else call?.resolve(result);
  });
  made.addEventListener("error", () => {
    worker = null;
    for (const { reject } of waiting.values()) reject(new ApiError(t("api.no_core")));
    waiting.clear();
  });
  return made;
}

/** Ends the worker, which cannot be interrupted otherwise, and sends the other queries again. */
function cancel(id, reason) {
  const call = waiting.get(id);
  if (!call) return;
  waiting.delete(id);
  call.reject(reason);
  worker?.terminate();
  worker = waiting.size ? begin() : null;
  for (const [other, { verb, query }] of waiting) worker.postMessage({ id: other, verb, query });
}
