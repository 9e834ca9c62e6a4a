// The worker behind local.js. It listens before the core is loaded, because messages that come earlier would be lost.

const loaded = import("./local_answers.js");

self.addEventListener("message", async ({ data: { id, verb, query } }) => {
  try {
    const { ANSWERS } = await loaded;
    if (!ANSWERS[verb]) throw new Error("this copy of the pages cannot answer that without a server");
    // As JSON, like the server's: fractions are numbers or strings.
    self.postMessage({ id, result: JSON.parse(JSON.stringify(ANSWERS[verb](query))) });
  } catch (error) {
    const { name, message, position = null, limit = null } = error;
    self.postMessage({ id, error: { message, error: name, position, limit: limit === null ? null : Number(limit) } });
  }
});
