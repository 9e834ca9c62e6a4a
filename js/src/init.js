// Compiling before the first call, without blocking the page.

import { quoted, RuleError } from "./errors.js";

const isAddress = (from) => from === undefined || typeof from === "string" || from instanceof URL;

function areModules(from) {
  const given = typeof from === "object" ? Object.values(from ?? {}) : [];
  return given.length > 0 && given.every((each) => each instanceof WebAssembly.Module);
}

/**
 * A function that compiles some cores: from their bytes, from a folder with the compiled files if its address is given, or
 * from compiled modules by name.
 */
export const initOf = (...cores) =>
  async function init(from) {
    if (!isAddress(from) && !areModules(from)) throw new RuleError(`init takes the address of a folder or compiled modules by name, not ${quoted(from)}`);
    const chosen = isAddress(from) ? cores : cores.filter(({ name }) => from[name]);
    await Promise.all(chosen.map((core) => core.load(from)));
  };
