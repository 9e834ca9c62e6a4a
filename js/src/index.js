// Everything. `values` are those of puzzles, as in Python; Cactus Kev's values of many hands are `poker.values`.

import { poker, puzzle } from "./both.js";

export { init } from "./init_all.js";
export * from "./poker.js";
export * from "./puzzle.js";
export { values } from "./puzzle.js";
export { poker, puzzle };
