// How a round is scored, in words, from the row of its rules.

import { rulesNamed } from "../shared/api.js";
import { counted } from "../shared/dom.js";

/** "The target gives 10 points, within 5 gives 7, within 10 gives 5." */
export async function scoringWords(rules, unit) {
  const { scoring } = await rulesNamed(rules);
  const [[, most], ...others] = scoring.points;
  const near = others.map(([distance, points]) => `, within ${distance} gives ${points}`);
  return `The target gives ${counted(most, unit)}${near.join("")}.`;
}
