// The line under the table that says what happened; screen readers read every change of it.

import { fill, make } from "./dom.js";

/** Shows a message; `kind` is "good", "bad" or "quiet". A second line stays quieter. */
export function speaker(line) {
  line.setAttribute("aria-live", "polite");
  line.setAttribute("role", "status");
  return (message, kind = "", quiet = "") => {
    fill(
      line,
      make("span", kind ? { class: `is-${kind}` } : {}, message),
      quiet ? make("br") : null,
      quiet ? make("span", { class: "is-quiet" }, quiet) : null,
    );
  };
}

/** The input with the place of an error marked; `position` counts from 0 and may be the end. */
export function markedText(text, position) {
  if (position === null || position === undefined) return [text];
  const characters = [...text];
  const at = characters[position] ?? "\u00a0";
  return [
    characters.slice(0, position).join(""),
    make("mark", {}, at),
    characters.slice(position + 1).join(""),
  ];
}
