// What a pattern finds in a string: start, end and text of each match, in characters.

export function found(source, text) {
  const count = (end) => [...text.slice(0, end)].length;
  return [...text.matchAll(new RegExp(source, "ug"))].map((match) => [count(match.index), count(match.index + match[0].length), match[0]]);
}
