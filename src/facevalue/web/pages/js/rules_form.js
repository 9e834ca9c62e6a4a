// Choices of rules in a form, and the question that a form asks.

import { allRules } from "./api.js";
import { byId, fill, make } from "./dom.js";

/** Fills the list of rules and shows what the chosen ones allow. */
export async function fillRules(chosen) {
  const rows = await allRules();
  const list = byId("rules");
  fill(list, ...rows.map(({ name }) => make("option", {}, name)));
  list.value = rows.some(({ name }) => name === chosen) ? chosen : "classic";
  const show = () => {
    const row = rows.find(({ name }) => name === list.value);
    const summary = byId("rules-summary");
    if (summary) summary.textContent = row.summary;
    byId("target").placeholder = row.target;
  };
  list.addEventListener("change", show);
  show();
}

/** The fields of a form as a question, without those that are empty. */
export function questionOf(...names) {
  const filled = names.map((name) => [name, byId(name).value.trim()]).filter(([, value]) => value);
  return Object.fromEntries(filled);
}

/** Puts what the address asks into the fields. */
export function fillFields(asked, ...names) {
  for (const name of names) {
    if (asked.has(name)) byId(name).value = asked.get(name);
  }
}
