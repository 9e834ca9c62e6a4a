// Chance: whole numbers and shuffled lists.

/** A whole number from 0 to below a bound. */
export const random = (below) => Math.floor(Math.random() * below);

/** The list itself, in random order. */
export function shuffled(list) {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = random(at + 1);
    [list[at], list[other]] = [list[other], list[at]];
  }
  return list;
}
