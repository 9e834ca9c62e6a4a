// Calls functions of the JavaScript package: a line of JSON [module, name, arguments] in, a line with the result out,
// a list for an iterator. Arguments are a list, or an object with arguments by name; {"$bigint": "5"} is 5n.

import { createInterface } from "node:readline";

const modules = {};
const revived = (key, value) => (value?.$bigint ? BigInt(value.$bigint) : value);
const shown = (key, value) => (typeof value === "bigint" ? String(value) : value instanceof Set ? [...value] : value);

/** Arguments by name in the places of a signature such as "solve(numbers, target?, { notation })". */
function placed({ signature }, given) {
  const places = signature.replace(/^\w+\(|,? ?\{.*|\)$/g, "").split(", ").filter(Boolean).map((word) => word.replace(/\W/g, ""));
  const options = Object.entries(given).filter(([name]) => !places.includes(name));
  return [...places.map((name) => given[name]), ...(options.length ? [Object.fromEntries(options)] : [])];
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const [module, name, given] = JSON.parse(line, revived);
  modules[module] ??= await import(module.endsWith(".mjs") ? module : `../../js/src/${module}.js`);
  let reply;
  try {
    const call = modules[module][name];
    const result = (await call(...(Array.isArray(given) ? given : placed(call, given)))) ?? null;
    reply = { result: typeof result?.next === "function" ? [...result] : result };
  } catch (error) {
    reply = { error: error.name, message: error.message, text: error.text, position: error.position, limit: error.limit };
  }
  process.stdout.write(`${JSON.stringify(reply, shown)}\n`);
}
