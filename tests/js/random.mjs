// Random numbers from a seed: SplitMix64, the same as Python's. Words are BigInts of 64 bits.

const TWO_64 = 2n ** 64n;
const GOLDEN_GAMMA = 0x9e3779b97f4a7c15n, FIRST = 0xbf58476d1ce4e5b9n, SECOND = 0x94d049bb133111ebn;

/** An endless stream of words; a seed gives the same ones everywhere. */
export function splitMix64(seed) {
  let state = seed;
  return () => {
    const word = mix64(state);
    state = (state + GOLDEN_GAMMA) % TWO_64;
    return word;
  };
}

/** The word for a state; each bit depends on every bit of the state. */
export function mix64(state) {
  let word = BigInt.asUintN(64, state + GOLDEN_GAMMA);
  word = BigInt.asUintN(64, (word ^ (word >> 30n)) * FIRST);
  word = BigInt.asUintN(64, (word ^ (word >> 27n)) * SECOND);
  return word ^ (word >> 31n);
}

/** A number from 0 to `bound - 1`, all equally likely. */
export function randomBelow(bound, next) {
  const limit = TWO_64 - (TWO_64 % BigInt(bound)); // words from here up would make small remainders more likely
  let word = next();
  while (word >= limit) word = next();
  return Number(word % BigInt(bound));
}

/** The items in a random order. */
export function shuffled(items, next) {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = randomBelow(last + 1, next);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}
