// The steps of Cactus Kev's evaluator, for learning; the same lines as Python's `cactus.explain`.

import { bitOf, parseCards } from "./cards.js";
import { pokerCore } from "./core.js";

/** The steps of the evaluation of five cards, line by line. */
export const explain = (cards) => pokerCore.call("explain_cactus", ...parseCards(cards).map(bitOf));
