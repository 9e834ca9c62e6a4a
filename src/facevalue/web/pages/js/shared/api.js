// Sends queries to the server. The address has the verb and the query; the response is JSON.

import { ApiError } from "./api_error.js";
import { EXPORTED } from "../site.js";
import { t } from "./language.js";

/** The query as a part of an address; lists of numbers are joined, other lists repeat. */
export function queryOf(query) {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === "") continue;
    if (name === "numbers" && Array.isArray(value)) address.append(name, value.join(","));
    else if (Array.isArray(value)) value.forEach((one) => address.append(name, one));
    else address.append(name, value);
  }
  // Commas and spaces are not escaped, so that the address stays readable.
  return address.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
}

/** Sends a GET request. */
export async function request(verb, query = {}, { signal } = {}) {
  if (EXPORTED) return (await import("./local.js")).answer(verb, query, { signal });
  return fetched(`api/${verb}?${queryOf(query)}`, { signal });
}

/** Sends a body with POST. */
export async function send(verb, body) {
  if (EXPORTED) return (await import("./local.js")).answer(verb, body);
  const headers = { "Content-Type": "application/json" };
  return fetched(`api/${verb}`, { method: "POST", headers, body: JSON.stringify(body) });
}

async function fetched(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(t("api.silent"));
  }
  const answer = await read(response);
  if (!response.ok) {
    throw new ApiError(answer.message ?? t("api.status", { status: response.status }), { ...answer, status: response.status });
  }
  return answer;
}

/** The JSON of a response; the error of a proxy may not be JSON. */
async function read(response) {
  try {
    return await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    if (!response.ok) return {};
    throw new ApiError(t("api.unreadable"));
  }
}

let rules = null;

/** The rows of rules, loaded once; after a failure they are loaded again. */
export function allRules() {
  rules ??= request("rules").then((answer) => answer.rules);
  rules.catch(() => (rules = null));
  return rules;
}

/** The row of rules with this name. */
export async function rulesNamed(name) {
  return (await allRules()).find((row) => row.name === name);
}
