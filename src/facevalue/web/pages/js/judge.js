// Judge: an answer, right or wrong; why, and where.

import { onQueryChange, showQuery } from "./shared/shell.js";
import { queryOf, showFault } from "./shared/address.js";
import { sentence, verdictParts } from "./shared/answers.js";
import { request } from "./shared/core.js";
import { byId, fill, make } from "./shared/dom.js";
import { fillFields, fillRules, formQuery } from "./shared/rules_form.js";
import { t, translated } from "./shared/language.js";

const FIELDS = ["answer", "numbers", "target", "rules"];
let judged = 0; // requests sent; the reply to an earlier one that arrives later is not shown

function readForm() {
  const isSteps = byId("steps").checked;
  return { ...formQuery(...FIELDS), ...(isSteps ? { steps: true } : {}) };
}

async function judge() {
  const { answer, ...puzzle } = readForm();
  const round = (judged += 1);
  try {
    const verdict = await request("check", { answer, ...puzzle, syntax: "relaxed" });
    if (round === judged) fill(byId("verdict"), ...verdictParts({ ...verdict, answer }), ...facts(verdict));
  } catch (error) {
    if (round === judged) fill(byId("verdict"), make("p", { class: "error" }, sentence(error.message)));
  }
}

/** The value and the reason, where there are any. */
function facts({ value, expression, reason, points }) {
  const rows = [
    [t("judge.reason"), reason && translated(reason)],
    [t("judge.read_as"), expression],
    [t("judge.value"), value],
    [t("judge.points"), points],
  ].filter(([, fact]) => fact !== null && fact !== undefined);
  return [make("table", {}, ...rows.map(([name, fact]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", { class: "expression" }, String(fact)))))];
}

function judgeAddressed() {
  const isRight = fillFields(...FIELDS, "steps");
  if (isRight && byId("answer").value && byId("numbers").value) return judge();
  fill(byId("verdict"), make("p", { class: "note" }, t("judge.type")));
}

byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  showFault("");
  showQuery(queryOf(readForm()));
  judge();
});

onQueryChange(judgeAddressed);
fillRules()
  .then(judgeAddressed)
  .catch((error) => fill(byId("verdict"), make("p", { class: "error" }, sentence(error.message))));
