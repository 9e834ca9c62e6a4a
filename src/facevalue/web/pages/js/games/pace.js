// A player's time next to the time that people take.

import { clockTime, make } from "../shared/dom.js";
import { t } from "../shared/language.js";

/** Two bars: you and people; none if nobody was timed. */
export function paceParts(seconds, difficulty) {
  const people = difficulty?.seconds;
  if (!people) return [];
  const longest = Math.max(seconds, people);
  const row = (who, time) => make("div", {}, make("dt", {}, who), make("dd", {}, make("meter", { min: "0", max: String(longest), value: String(time), "aria-hidden": "true" }), clockTime(time)));
  return [make("h2", {}, paceWords(people / Math.max(seconds, 1))), make("dl", { class: "pace" }, row(t("pace.you"), seconds), row(t("pace.people"), people))];
}

function paceWords(ratio) {
  if (ratio >= 1.15) return t("pace.faster", { ratio: ratio.toFixed(1) });
  return ratio > 0.87 ? t("pace.same") : t("pace.solved");
}
