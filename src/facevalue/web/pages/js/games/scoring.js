// How a round is scored, in words, from the row of its rules.

import { rulesNamed } from "../shared/core.js";
import { t } from "../shared/language.js";

/** "The target gives 10 points, within 5 gives 7, within 10 gives 5."; `unit` is "points" or "stars". */
export async function scoringWords(rules, unit) {
  const { scoring } = await rulesNamed(rules);
  const [[, most], ...others] = scoring.points;
  const near = others.map(([distance, points]) => t("scoring.within", { distance, points }));
  return t("scoring.most", { points: t(unit, { count: most }) }) + near.join("") + t("sentence.end");
}
