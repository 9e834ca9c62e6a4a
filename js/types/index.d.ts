// Everything. `values` are those of puzzles, as in Python; Cactus Kev's values of many hands are `poker.values`.
export * from "./poker.js";
export * as poker from "./poker.js";
export * from "./puzzle.js";
export * as puzzle from "./puzzle.js";
export { values } from "./puzzle.js";
export { init } from "./shared.js";
