// The core of number puzzles: queries by name, with values as JSON.

import { Core } from "../core.js";
import { withDrawn } from "../drawn.js";
import { jsonOfArguments } from "../json.js";
import rows from "../rows.js";
import { source } from "../wasm/numbers.js";

export const numbersCore = /* @__PURE__ */ new Core("numbers", source, { tables: () => new TextEncoder().encode(JSON.stringify(rows)) });

/** The result of a query, the same JSON as Python's (docs/reference/json.md); large whole numbers are strings. */
export const query = (name, given, reviver) => numbersCore.query(name, jsonOfArguments(withDrawn(name, given)), reviver);
