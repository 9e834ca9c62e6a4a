// All puzzles of a kind, in an order that depends on a seed: a view of the core's (core/numbers/deal/puzzle_space.hpp).

import { numbersCore } from "./core.js";
import { coreDeck } from "./rules.js";

/** All puzzles of the given sizes, with targets from a range: dealable ones if the span of numbers is empty. */
export class PuzzleSpace {
  constructor(rules, sizes, span, targets, dealable) {
    const flags = [dealable === null ? "" : Number(dealable), Number(rules.order === "given")];
    this.lines = [...coreDeck(rules), sizes.join(" "), span.join(" "), targets.join(" "), ...flags];
    this.count = BigInt(this.read(0n, 0, 0)[0]);
  }

  read = (seed, first, last) => numbersCore.call("space", seed, first, last, ...this.lines);

  /** The puzzles `{numbers, target}` at the positions from `first` to below `last`; the seed decides the order. */
  puzzles(seed, first, last) {
    return this.read(seed, first, last).slice(1).map((line) => {
      const numbers = line.split(" ").map(Number), target = numbers.pop();
      return { numbers, target };
    });
  }
}
