// Choices of rules in a form, and the query that a form makes.

import { chooseAddressed, readAddress, showFault } from "./address.js";
import { allRules } from "./core.js";
import { byId, fill, make } from "./dom.js";
import { EVERYDAY_RULES, ruleTitle } from "./titles.js";
import { t, translated } from "./language.js";

// What is chosen in lists unless the address says otherwise.
const USUAL = { rules: "classic", notation: "infix" };

// The fields that somebody has changed since the page was opened. They matter until the address is read the first time.
const changed = new Set();
byId("form").addEventListener("input", ({ target }) => changed.add(target.id));
byId("form").addEventListener("submit", () => changed.clear()); // the address has them then
let isOpening = true;

/** Fills the list of rules and shows what the chosen ones allow. */
export async function fillRules() {
  const rows = await allRules();
  const list = byId("rules");
  const option = ({ name }) => make("option", { value: name }, ruleTitle(name));
  const isPlayed = ({ name }) => EVERYDAY_RULES.includes(name);
  const more = make("optgroup", { label: t("rules.more") }, ...rows.filter((row) => !isPlayed(row)).map(option));
  fill(list, ...rows.filter(isPlayed).map(option), more);
  list.value = USUAL.rules;
  const show = () => {
    const row = rows.find(({ name }) => name === list.value);
    const summary = byId("rules-summary");
    if (summary) summary.textContent = translated(row.summary);
    byId("target").placeholder = row.target;
  };
  list.addEventListener("change", show);
  show();
}

/** The fields of a form as a query, without empty ones. */
export function formQuery(...names) {
  const filled = names.map((name) => [name, byId(name).value.trim()]).filter(([, value]) => value);
  return Object.fromEntries(filled);
}

/**
 * Puts the query of the address into the fields; the others keep their defaults. What somebody has typed since the page
 * was opened stays. False if the fields do not show the query of the address: something was typed, or the address is
 * wrong, which is said above the form.
 */
export function fillFields(...names) {
  const kept = isOpening ? changed : new Set();
  isOpening = false;
  try {
    const query = readAddress(names);
    for (const name of names) if (!kept.has(name)) fillField(byId(name), query.get(name) ?? "");
    return kept.size === 0;
  } catch (error) {
    showFault(error.message);
    return false;
  } finally {
    byId("rules").dispatchEvent(new Event("change"));
  }
}

function fillField(field, text) {
  if (field instanceof HTMLSelectElement) return chooseAddressed(field, text, USUAL[field.id]);
  if (field.type !== "checkbox") return (field.value = text);
  if (!["", "true", "false"].includes(text)) throw new Error(t("address.flag", { name: field.id, given: text }));
  field.checked = text === "true";
}
