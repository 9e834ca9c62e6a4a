// What functions check of their options: names that are like others, and sequences of any kind.

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
