// Options of functions, checked in one place: whole numbers, seeds, and names that are like others. Same sentences as Python's.

import { quoted, RuleError } from "./errors.js";

const CUTOFF = 0.7;
const LONGEST = 100; // no word is longer

export function nearestWord(given, words) {
  if (typeof given !== "string") return null;
  const start = given.toLowerCase().slice(0, LONGEST);
  let best = null;
  for (const word of words) {
    const share = likeness(word, start);
    // Of equal words the one that sorts last, as in Python's difflib.
    if (share >= CUTOFF && (!best || share > best.share || (share === best.share && word > best.word))) best = { share, word };
  }
  return best?.word ?? null;
}

/** How alike two strings are, 0 to 1: the share of characters in common blocks (Ratcliff and Obershelp). */
const likeness = (a, b) => (a.length + b.length ? (2 * matching(a, b)) / (a.length + b.length) : 1);

function matching(a, b) {
  let size = 0, atA = 0, atB = 0;
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      let length = 0;
      while (i + length < a.length && j + length < b.length && a[i + length] === b[j + length]) length++;
      if (length > size) [size, atA, atB] = [length, i, j];
    }
  }
  if (!size) return 0;
  return size + matching(a.slice(0, atA), b.slice(0, atB)) + matching(a.slice(atA + size), b.slice(atB + size));
}

/** An option that is a whole number from `least` to `most`, as a number. */
export function wholeNumber(name, given, least, most = null, ErrorClass = RuleError) {
  const isWhole = typeof given === "bigint" || Number.isSafeInteger(given);
  if (isWhole && given >= least && (most === null || given <= most)) return Number(given);
  const bounds = most === null ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new ErrorClass(`${name} must be a whole number ${bounds}, not ${quoted(given)}`);
}

const LARGEST_SEED = 2n ** 64n - 1n;

/** A seed, 0 to 2^64 - 1, as a BigInt; a random one for null. Numbers must be safe integers; larger seeds are BigInts. */
export function seedNumber(seed) {
  if (seed === null || seed === undefined) return crypto.getRandomValues(new BigUint64Array(1))[0];
  const isWhole = typeof seed === "bigint" || Number.isSafeInteger(seed);
  if (isWhole && seed >= 0 && BigInt(seed) <= LARGEST_SEED) return BigInt(seed);
  throw new RuleError(`seed must be a whole number from 0 to ${LARGEST_SEED}, not ${quoted(seed)}`);
}

/** The first items of a sequence, up to a count; null for anything else, such as a detached array. */
export function firstOf(sequence, most) {
  const found = [];
  try {
    for (const item of sequence) if (found.push(item) === most) break;
  } catch {
    return null;
  }
  return found;
}
