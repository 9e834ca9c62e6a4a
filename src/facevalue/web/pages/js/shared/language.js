// The strings of the pages in the language of the reader; each language is one table in the folder `languages`.

const table = await window.facevalue.table;
const plurals = new Intl.PluralRules(document.documentElement.lang);

/** The names of all languages, by their codes. */
export const LANGUAGES = window.facevalue.languages;
export const language = document.documentElement.lang;

/** The string of a key, with its placeholders filled; `count` chooses between singular and plural. */
export function t(key, values = {}) {
  const found = table[key];
  const string = typeof found === "string" ? found : found[plurals.select(values.count)];
  return string.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** The language together with the country of the reader, for dates and numbers. */
export const locale = navigator.languages.find((name) => name.split("-")[0] === language.split("-")[0] && name.includes("-")) ?? t("locale");

/** "3, 3, 8, 8". */
export const listed = (items) => items.join(t("list.separator"));

/** Sentences one after the other, without the empty ones. */
export const sentences = (...parts) => parts.filter(Boolean).join(t("sentence.separator"));

// The messages of the library that the table translates: patterns with named groups.
const messages = Object.entries(table.core).map(([message, string]) => [patternOf(message), string]);

function patternOf(message) {
  const escaped = message.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, "(?<$1>[^;]+?)")}$`);
}

/** A message of the library in the language of the page; as it is where the table does not have it. */
export function translated(message) {
  for (const [pattern, string] of messages) {
    const found = message.match(pattern);
    if (found) return string.replace(/\{(\w+)\}/g, (_, name) => translatedPart(found.groups[name]));
  }
  const parts = message.split("; ");
  return parts.length > 1 ? parts.map(translated).join(t("message.separator")) : message;
}

/** A part of a message: known words, or a list of them or of numbers. */
function translatedPart(string) {
  const whole = translated(string);
  const words = string.split(/, | and /);
  const isList = words.every((word) => word in table.core || /^-?[\d/]+$/.test(word));
  return whole === string && isList ? listed(words.map(translated)) : whole;
}

const CHOSEN = "facevalue.language"; // as in opening.js

/** Shows the pages in another language and remembers it. */
export function chooseLanguage(name) {
  try {
    localStorage.setItem(CHOSEN, name);
  } catch {
    return; // without storage, the language of the browser remains
  }
  location.reload();
}

/** From the next page on, the language is the one of the browser. */
export function forgetLanguage() {
  try {
    localStorage.removeItem(CHOSEN);
  } catch {
    // Without storage, there is nothing to forget.
  }
}

/** Puts the strings into the page, whose HTML comes in English. */
function translatePage() {
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (name === "data-t") element.innerHTML = t(value);
      else if (name.startsWith("data-t-")) element.setAttribute(name.slice("data-t-".length), t(value));
    }
  }
  document.documentElement.removeAttribute("data-translating");
}

if (document.documentElement.hasAttribute("data-translating")) translatePage();
