// The worker behind core.js. It listens before a core is loaded, because messages that come earlier would be lost.

const POKER = ["games", "hand", "range", "equity", "odds", "breakdown", "by-next-card", "range-equities", "parse-history"];
const loaded = {};

/** The modules that answer queries; number puzzles and poker are loaded when they are first needed. */
const numbers = () => (loaded.numbers ??= import("../../facevalue/src/puzzle/core.js").then(withCore));
const poker = () => (loaded.poker ??= import("./poker_answers.js"));

const withCore = async (module) => {
  await module.numbersCore.load();
  return module;
};

// The name of the worker is the core that the page needs first; a request reports what is wrong with it.
if (self.name) (self.name === "deals" ? poker : numbers)().catch(() => {});

/** The JSON that the server would send. */
async function answerTo(verb, given) {
  if (!POKER.includes(verb)) return (await numbers()).query(verb, given);
  const { answer } = await poker();
  return JSON.parse(JSON.stringify(await answer(verb, given), shown));
}

const shown = (_key, value) => (typeof value === "bigint" ? String(value) : value);

self.addEventListener("message", async ({ data: { id, verb, query } }) => {
  try {
    self.postMessage({ id, result: await answerTo(verb, query) });
  } catch (error) {
    const { name, message, position = null, limit = null } = error;
    self.postMessage({ id, error: { message, error: name, position, limit: limit === null ? null : Number(limit) } });
  }
});
