// The values of hands, which need only the smallest core.

import { CardError } from "../errors.js";
import { plainValue } from "./plain.js";
import { askValue, valuesCore } from "./values_core.js";

export const value = (cards) => plainValue(cards) || askValue(cards);

export function values(ids, size = 7) {
  if (!(ids instanceof Uint8Array)) throw new CardError("hands must be ids of cards in a Uint8Array");
  if (![5, 6, 7].includes(size) || ids.length % size) throw new CardError("hands must be rows of 5, 6 or 7 ids");
  if (!ids.length) return new Uint16Array(0); // so is a detached array
  return valuesCore.guarded(() => {
    valuesCore.write(ids);
    const bad = valuesCore.exports.values(ids.length / size, size);
    if (bad >= 0) throw new CardError(`row ${bad + 1} has an invalid or repeated card`);
    return new Uint16Array(valuesCore.result().slice().buffer);
  });
}
