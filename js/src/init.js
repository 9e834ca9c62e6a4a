// Compiling before the first call, without blocking the page.

import { quoted, represented, RuleError } from "./errors.js";
import { nearestWord } from "./options.js";

const isAddress = (from) => from === undefined || typeof from === "string" || from instanceof URL;

function areModules(from) {
  const given = typeof from === "object" ? Object.values(from ?? {}) : [];
  return given.length > 0 && given.every((each) => each instanceof WebAssembly.Module);
}

/** The cores that were asked for: all, or those of the compiled modules. */
function chosen(cores, from) {
  if (isAddress(from)) return cores;
  if (!areModules(from)) throw new RuleError(`init takes the address of a folder or compiled modules by name, not ${quoted(from)}`);
  return Object.keys(from).map((given) => {
    const found = cores.find(({ name }) => name === given);
    if (found) return found;
    const near = nearestWord(given, cores.map(({ name }) => name));
    throw new RuleError(`init has no core ${represented(given)}${near ? `; did you mean ${represented(near)}?` : ""}`);
  });
}

/**
 * A function that compiles some cores: from their bytes, from a folder with the compiled files if its address is given, or
 * from compiled modules by name.
 */
export const initOf = (...cores) =>
  async function init(from) {
    await Promise.all(chosen(cores, from).map((core) => core.load(from)));
  };
