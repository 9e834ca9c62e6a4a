// The modules by name. Here and not in index.js, which also exports what they have: Parcel 2.16 cannot bundle that.

import * as poker from "./poker.js";
import * as puzzle from "./puzzle.js";

export { poker, puzzle };
