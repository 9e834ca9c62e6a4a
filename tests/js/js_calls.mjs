// Calls functions of the JavaScript package: a line of JSON [module, name, arguments] in, a line with the result out,
// a list for an iterator.
// {"$bigint": "5"} is 5n, and {"$undefined": true} undefined.

import { createInterface } from "node:readline";

const modules = {};
const revived = (key, value) => (value?.$bigint ? BigInt(value.$bigint) : value);
const shown = (key, value) => (typeof value === "bigint" ? String(value) : value instanceof Set ? [...value] : value);

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const [module, name, given] = JSON.parse(line, revived);
  modules[module] ??= await import(module.endsWith(".mjs") ? module : `../../js/src/${module}.js`);
  let reply;
  try {
    const result = (await modules[module][name](...given)) ?? null;
    reply = { result: typeof result?.next === "function" ? [...result] : result };
  } catch (error) {
    reply = { error: error.name, message: error.message, text: error.text, position: error.position };
  }
  process.stdout.write(`${JSON.stringify(reply, shown)}\n`);
}
