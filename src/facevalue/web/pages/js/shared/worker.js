// The worker behind core.js. It listens before a core is loaded, because messages that come earlier would be lost.

const POKER = ["games", "hand", "range", "equity", "odds", "breakdown", "by-next-card", "range-equities"];
const loaded = {};

/** What answers a verb; number puzzles and poker are loaded when they are first needed. */
function answersTo(verb) {
  if (POKER.includes(verb)) return (loaded.poker ??= import("./poker_answers.js"));
  return (loaded.numbers ??= import("./number_answers.js"));
}

// The name of the worker is the core that the page needs first; a request reports what is wrong with it.
if (self.name) answersTo(self.name === "poker" ? POKER[0] : "").catch(() => {});

self.addEventListener("message", async ({ data: { id, verb, query } }) => {
  try {
    const { ANSWERS } = await answersTo(verb);
    if (!ANSWERS[verb]) throw new Error(`nothing answers ${verb}`);
    // As JSON, like the server's: fractions are numbers or strings.
    self.postMessage({ id, result: JSON.parse(JSON.stringify(await ANSWERS[verb](query), shown)) });
  } catch (error) {
    const { name, message, position = null, limit = null } = error;
    self.postMessage({ id, error: { message, error: name, position, limit: limit === null ? null : Number(limit) } });
  }
});

const shown = (_key, value) => (typeof value === "bigint" ? String(value) : value);
