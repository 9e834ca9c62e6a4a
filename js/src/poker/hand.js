// A hand as an object that compares and prints.

import { checkArguments } from "../calls.js";
import { quoted, RuleError } from "../errors.js";
import { askHands } from "./hands.js";

function refuseOthers(hand) {
  if (!(hand instanceof Hand)) throw new RuleError(`only a Hand compares with a Hand, not ${quoted(hand)}`);
}

/** What `evaluate` returns, as an object. */
export class Hand {
  constructor(cards, game = "holdem", options = {}) {
    checkArguments("new Hand(cards, game?, { board })", arguments);
    Object.assign(this, askHands("evaluate", { cards, game, board: options.board }));
    Object.freeze(this);
  }

  /** 1 if this hand is stronger than another one of its game, -1 if it is weaker, 0 if they tie. */
  compare(other) {
    checkArguments("Hand.compare(other)", arguments);
    refuseOthers(other);
    if (other.game !== this.game) throw new RuleError(`a hand of ${this.game} does not compare with one of ${other.game}`);
    return Math.sign(this.score - other.score);
  }

  /** The strongest of some hands of one game; several if they tie. */
  static winners(hands) {
    checkArguments("Hand.winners(hands[])", arguments);
    hands.forEach(refuseOthers);
    return hands.filter((hand) => hands.every((other) => hand.compare(other) >= 0));
  }

  toString() {
    return this.description;
  }
}
