// All puzzles of a kind, in an order that depends on a seed: a view of the core's (core/numbers/deal/puzzle_space.hpp).

import { callUnder } from "./core.js";

/** All puzzles of the given sizes, with targets from a range: dealable ones if the span of numbers is empty. */
export class PuzzleSpace {
  constructor(rules, sizes, span, targets, dealable) {
    this.rules = rules;
    this.lines = [sizes.join(" "), span.join(" "), targets.join(" "), dealable === null ? "" : Number(dealable)];
    this.count = BigInt(this.read(0n, 0, 0)[0]);
  }

  read = (seed, first, last) => callUnder(this.rules, "space", seed, first, last, ...this.lines);

  /** The puzzles `{numbers, target}` at the positions from `first` to below `last`; the seed decides the order. */
  puzzles(seed, first, last) {
    return this.read(seed, first, last).slice(1).map((line) => {
      const numbers = line.split(" ").map(Number), target = numbers.pop();
      return { numbers, target };
    });
  }
}
