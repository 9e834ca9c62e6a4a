// The query in the address of a page: reads it, reports what is wrong with it, and writes another one.

import { byId, make } from "./dom.js";
import { addressQuery } from "./shell.js";
import { listed, t } from "./language.js";

const NUMBER = /^-?\d+(\/0*[1-9]\d*)?$/;
const SEED = /^\d{1,15}$/;
// The seeds of the daily puzzles are their dates; random rounds have others.
const [FIRST_DAY, LAST_DAY] = [20260101, 99991231];

/** A query as a part of an address; lists of numbers are joined, other lists repeat. */
export function queryOf(query) {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === "") continue;
    if (name === "numbers" && Array.isArray(value)) address.append(name, value.join(","));
    else if (Array.isArray(value)) value.forEach((one) => address.append(name, one));
    else address.append(name, value);
  }
  // Commas and slashes are not escaped, so that the address stays readable.
  return address.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
}

/** The query in the address; names in `many` may be repeated. Unknown names are reported. */
export function readAddress(once, many = []) {
  const query = addressQuery();
  const known = [...once, ...many];
  const unknown = [...new Set(query.keys())].filter((name) => !known.includes(name));
  showFault(unknown.length ? t("address.unknown", { names: unknown.join("”, “"), known: listed(known) }) : "");
  const twice = once.find((name) => query.getAll(name).length > 1);
  if (twice) throw new Error(t("address.twice", { name: twice }));
  return query;
}

/** Shows what is wrong with the address, above everything else on the page; "" for nothing. */
export function showFault(message) {
  byId("fault")?.remove();
  if (!message) return;
  const fault = make("p", { id: "fault", class: "fault", role: "alert" }, message);
  byId("main").querySelector(".page-title").after(fault);
}

/** A whole number or a fraction; others are an error. */
export function readNumber(name, text) {
  if (!NUMBER.test(text)) throw new Error(t("address.number", { name, given: text }));
  return text;
}

/** The seed of a random round; null for none. */
export function readSeed(text) {
  if (!text) return null;
  if (!SEED.test(text)) throw new Error(t("address.seed", { digits: 15, given: text }));
  const seed = Number(text);
  if (seed >= FIRST_DAY && seed <= LAST_DAY) throw new Error(t("address.daily_seed", { first: FIRST_DAY, last: LAST_DAY, given: text }));
  return seed;
}

/** Selects the option that the address names, regardless of case; `usual` if it names none. */
export function chooseAddressed(list, text, usual) {
  const wanted = (text || usual).toLowerCase();
  const found = [...list.options].find((option) => option.value.toLowerCase() === wanted);
  list.value = found ? found.value : usual;
  if (!found) throw new Error(t("address.choice", { given: text, name: list.id }));
}
