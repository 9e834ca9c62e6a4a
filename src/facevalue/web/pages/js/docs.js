// Describes the API from its OpenAPI document.

/** An element with attributes and children. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The address of an example: every parameter that has one and is needed or names the puzzle. */
function exampleOf(path, parameters) {
  const query = new URLSearchParams();
  for (const { name, required, example } of parameters) {
    if (!required) continue;
    for (const value of [example].flat()) query.append(name, value);
  }
  const text = query.toString().replaceAll("%2C", ",");
  return path.slice(1) + (text ? `?${text}` : "");
}

function parameterRow({ name, description, required, schema }) {
  const choices = (schema.enum ?? []).join(", ");
  const words = choices ? `${description} One of ${choices}.` : description;
  const needed = required ? "needed" : "";
  return make("tr", {}, make("td", {}, make("code", {}, name)), make("td", {}, needed), make("td", {}, words));
}

function parameterTable(parameters) {
  if (!parameters.length) return "";
  const head = make("tr", {}, ...["Parameter", "", "Meaning"].map((title) => make("th", { scope: "col" }, title)));
  const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...parameters.map(parameterRow)));
  return make("div", { class: "scroll" }, table);
}

/** A link to an example, and a button that shows its answer here. */
function tryIt(address) {
  const button = make("button", { type: "button" }, "Show the answer");
  const answer = make("pre", { tabindex: "0", "aria-live": "polite", hidden: "" });
  button.addEventListener("click", async () => {
    const response = await fetch(address);
    answer.textContent = JSON.stringify(await response.json(), null, 1);
    answer.hidden = false;
  });
  return [make("p", {}, make("a", { href: address }, make("code", {}, `/${address}`))), button, answer];
}

function section(path, methods) {
  const { summary, parameters } = methods.get;
  const names = Object.keys(methods).map((name) => name.toUpperCase()).join(", ");
  const title = make("h2", {}, make("code", {}, `${names} ${path}`));
  return make("section", {}, title, make("p", {}, summary), parameterTable(parameters), ...tryIt(exampleOf(path, parameters)));
}

const answered = await fetch("openapi.json");
const { paths } = await answered.json();
const sections = Object.entries(paths).map(([path, methods]) => section(path, methods));
document.querySelector("#routes").replaceChildren(...sections);
