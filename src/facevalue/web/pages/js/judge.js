// Judge: an answer, right or wrong; why, and where.

import { onQuestionChange, showQuestion } from "./shared/shell.js";
import { showFault } from "./shared/address.js";
import { sentence, verdictParts } from "./shared/answers.js";
import { queryOf, send } from "./shared/api.js";
import { byId, fill, make } from "./shared/dom.js";
import { fillFields, fillRules, questionOf } from "./shared/rules_form.js";

const FIELDS = ["answer", "numbers", "target", "rules"];
let judged = 0; // requests sent; the reply to an earlier one that arrives later is not shown

function asked() {
  const isSteps = byId("steps").checked;
  return { ...questionOf(...FIELDS), ...(isSteps ? { steps: true } : {}) };
}

async function judge() {
  const { answer, ...puzzle } = asked();
  const round = (judged += 1);
  try {
    const verdict = await send("check", { answer, ...puzzle });
    if (round === judged) fill(byId("verdict"), ...verdictParts({ ...verdict, answer }), ...facts(verdict));
  } catch (error) {
    if (round === judged) fill(byId("verdict"), make("p", { class: "error" }, sentence(error.message)));
  }
}

/** The value and the reason, where there are any. */
function facts({ value, expression, reason, points }) {
  const rows = [
    ["Reason", reason],
    ["Read as", expression],
    ["Value", value],
    ["Points", points],
  ].filter(([, fact]) => fact !== null && fact !== undefined);
  return [make("table", {}, ...rows.map(([name, fact]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", { class: "expression" }, String(fact)))))];
}

function judgeAddressed() {
  const isRight = fillFields(...FIELDS, "steps");
  if (isRight && byId("answer").value && byId("numbers").value) return judge();
  fill(byId("verdict"), make("p", { class: "note" }, "Type an answer and press Judge."));
}

byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  showFault("");
  showQuestion(queryOf(asked()));
  judge();
});

onQuestionChange(judgeAddressed);
fillRules()
  .then(judgeAddressed)
  .catch((error) => fill(byId("verdict"), make("p", { class: "error" }, sentence(error.message))));
