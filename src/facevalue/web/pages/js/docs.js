// Describes the API from its OpenAPI document.

import "./shared/shell.js";
import { make } from "./shared/dom.js";
import { t } from "./shared/language.js";

/** The address of an example: the parameters that are needed, with their examples. */
function exampleOf(path, parameters) {
  const query = new URLSearchParams();
  for (const { name, required, example } of parameters) {
    if (!required) continue;
    for (const value of [example].flat()) query.append(name, value);
  }
  const text = query.toString().replaceAll("%2C", ",");
  return path.slice(1) + (text ? `?${text}` : "");
}

const fetched = async (address) => (await fetch(address)).json();

function parameterRow({ name, description, required, schema }) {
  const choices = (schema.enum ?? schema.examples ?? []).join(", ");
  const words = choices ? t("docs.one_of", { description, choices }) : description;
  const needed = required ? t("docs.required") : "";
  return make("tr", {}, make("td", {}, make("code", {}, name)), make("td", {}, needed), make("td", {}, words));
}

function parameterTable(parameters) {
  if (!parameters.length) return "";
  const head = make("tr", {}, ...[t("docs.parameter"), "", t("docs.meaning")].map((title) => make("th", { scope: "col" }, title)));
  const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...parameters.map(parameterRow)));
  return make("div", { class: "scroll" }, table);
}

/** A link to an example, and a button that shows its answer here. */
function tryIt(address) {
  const button = make("button", { type: "button", class: "button" }, t("docs.show"));
  const answer = make("pre", { tabindex: "0", "aria-live": "polite", hidden: true });
  button.addEventListener("click", async () => {
    answer.hidden = false;
    try {
      answer.textContent = JSON.stringify(await fetched(address), null, 1);
    } catch {
      answer.textContent = t("docs.silent");
    }
  });
  return [make("p", {}, make("a", { href: address }, make("code", {}, `/${address}`))), button, answer];
}

function section(path, methods) {
  const { summary, parameters } = methods.get;
  const names = Object.keys(methods).map((name) => name.toUpperCase()).join(", ");
  const title = make("h2", {}, make("code", {}, `${names} ${path}`));
  return make("section", {}, title, make("p", {}, summary), parameterTable(parameters), ...tryIt(exampleOf(path, parameters)));
}

async function show() {
  const routes = document.querySelector("#routes");
  try {
    const { paths } = await fetched("openapi.json");
    routes.replaceChildren(...Object.entries(paths).map(([path, methods]) => section(path, methods)));
  } catch {
    routes.replaceChildren(make("p", {}, t("docs.silent")));
  }
}

show();
