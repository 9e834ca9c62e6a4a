// Runs an expression over the public names of the JavaScript package.

import * as poker from "../../js/src/poker.js";
import * as puzzle from "../../js/src/puzzle.js";

const names = { ...puzzle, ...poker };

export const run = (code) => new Function(...Object.keys(names), `return ${code};`)(...Object.values(names));
