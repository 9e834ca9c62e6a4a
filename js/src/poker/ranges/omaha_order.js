// The order of Omaha hands of four cards by their equity against a random hand. The places of the 16,432 starting hands,
// 44 kB, are only loaded for percentages.

import { pokerCore } from "../core.js";
import { isOmahaGame } from "../games.js";

let places = null;

/** Loads the order of Omaha hands, which percentages such as "15%" need. */
export async function loadOmahaOrder() {
  if (places) return;
  const { default: text } = await import("./omaha_places.js");
  places ??= Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

/** Loads the order if a string among the ranges of an Omaha game may have a percentage. */
export async function loadOrderFor(game, ranges) {
  if (isOmahaGame(game) && [ranges].flat().some((range) => typeof range === "string" && range.includes("%"))) await loadOmahaOrder();
}

/** Hands the order to the core, if it is loaded and a line of a request may have a percentage. */
export function useOrderFor(lines) {
  if (!places || !lines.some((line) => typeof line === "string" && line.includes("%"))) return;
  pokerCore.handle("omaha order", () => {
    pokerCore.write(places);
    pokerCore.exports.use_omaha_order(places.length);
    return true;
  });
}
