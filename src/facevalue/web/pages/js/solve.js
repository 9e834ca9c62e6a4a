// Solve: every distinct solution, the difficulty, and what the numbers can make.

import { onQueryChange, pageAddress, showQuery } from "./shared/shell.js";
import { queryOf, showFault } from "./shared/address.js";
import { difficultyWords, MOST_LISTED, pagedAnswers, sentence } from "./shared/answers.js";
import { request } from "./shared/core.js";
import { byId, fill, make, makeSheet } from "./shared/dom.js";
import { PLAYED_RULES } from "./shared/titles.js";
import { reachPicture } from "./games/reach_picture.js";
import { fillFields, fillRules, formQuery } from "./shared/rules_form.js";
import { t } from "./shared/language.js";

const FIELDS = ["numbers", "target", "rules", "notation"];
const REACH = { low: 1, high: 999 };
const EXAMPLE = "8 8 3 3";
const PER_PAGE = 20;
let running = null;

/** Sends the query of the form; a newer query cancels the one before. */
async function solve() {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  const { notation, ...puzzle } = formQuery(...FIELDS);
  showNothing(t("solve.searching"));
  try {
    const found = await request("solve", { ...puzzle, notation, most: MOST_LISTED }, { signal });
    showAnswers(found);
    await Promise.all([showDifficulty(puzzle, signal), showReach(puzzle, signal)]);
  } catch (error) {
    if (error.name !== "AbortError") showError(error);
  }
}

/** The line that screen readers read, and what is below it. */
function show(line, ...below) {
  fill(byId("answers-say"), line);
  fill(byId("answers"), ...below);
}

function showError(error) {
  show(make("span", { class: "error" }, sentence(error.message)));
}

function showNothing(words) {
  show(make("span", { class: "note" }, words));
  byId("reach-panel").hidden = true;
  byId("play").hidden = true;
}

function showAnswers(found) {
  const { solution_count: count, solutions, closest, distance, truncated, target } = found;
  const all = t("solutions.distinct", { count });
  const some = truncated ? t("solve.listed", { solutions: all, listed: solutions.length }) : all;
  const title = count ? some : t("solve.closest", { distance, target });
  show(
    make("strong", {}, title),
    make("p", { class: "note", id: "difficulty" }),
    pagedAnswers(count ? solutions : closest, PER_PAGE),
  );
  const play = byId("play");
  play.hidden = !PLAYED_RULES.includes(found.rules) || count === 0 || found.numbers.length > 6;
  play.href = pageAddress("", queryOf({ numbers: found.numbers, target: found.target, rules: found.rules === "classic" ? null : found.rules }));
}

/** The difficulty is an extra: without it, the solutions are still shown. */
async function showDifficulty(puzzle, signal) {
  const rated = await request("difficulty", puzzle, { signal }).catch(() => null);
  const line = byId("difficulty");
  if (line && rated) line.textContent = difficultyWords(rated.difficulty);
}

async function showReach({ numbers, rules }, signal) {
  const made = await request("reach", { numbers, rules, ...REACH }, { signal }).catch(() => null);
  byId("reach-panel").hidden = !made;
  if (!made) return;
  fill(byId("reach-words"), t("solve.reached", { count: made.high - made.low + 1 - made.missing.length, low: made.low, high: made.high }));
  const addressOf = (target) => pageAddress("solve", queryOf({ numbers, target, rules }));
  fill(byId("reach"), reachPicture(made, addressOf));
}

function solveAddressed() {
  const isRight = fillFields(...FIELDS);
  if (isRight && !location.search) byId("numbers").value = EXAMPLE;
  if (isRight && byId("numbers").value) return solve();
  running?.abort();
  showNothing(t("solve.type"));
}

makeSheet(byId("answers-panel"));
byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  showFault("");
  showQuery(queryOf(formQuery(...FIELDS)));
  solve();
});

async function begin() {
  await fillRules();
  const { notations } = await request("notations");
  fill(byId("notation"), ...notations.map(({ name, example }) => make("option", { value: name }, t("solve.notation_row", { name, example }))));
  solveAddressed();
}

onQueryChange(solveAddressed);
begin().catch(showError);
