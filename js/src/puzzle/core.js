// The core of number puzzles, loaded once: queries by name, with values as JSON.

import { compiled, Core } from "../core.js";
import { withDrawn } from "../drawn.js";
import { jsonOfArguments } from "../json.js";
import rows from "../rows.js";

const numbersCore = new Core(await compiled("numbers.wasm"), JSON.stringify(rows));

/** The result of a query, the same JSON as Python's (docs/reference/json.md); large whole numbers are strings. */
export const query = (name, given, reviver) => numbersCore.query(name, jsonOfArguments(withDrawn(name, given)), reviver);
