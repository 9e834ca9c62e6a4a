// Making and finding elements.

import { t } from "./language.js";

const SVG = "http://www.w3.org/2000/svg";

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** A new element: its attributes, then its children (nodes or text). */
export function make(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** A new SVG element. */
export function makeSvg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Replaces the contents of an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

/** True if a key is a command: pressed once, without modifiers, and not in a field or a dialog. */
export function isCommand(event) {
  const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
  return isAlone && !isTyping(event) && !document.querySelector("dialog[open]");
}

/** Calls when the page is hidden, left or seen again. */
export function onViewChange(call) {
  document.addEventListener("visibilitychange", call);
  addEventListener("pagehide", call);
  addEventListener("pageshow", call);
}

function isTyping(event) {
  const at = event.target;
  if (at instanceof HTMLInputElement) return !["checkbox", "radio", "range"].includes(at.type);
  return at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement;
}

/** Seconds in words: "7 seconds", "1 minute 5 seconds". */
export function timeWords(seconds) {
  const whole = Math.round(seconds);
  const parts = [t("minutes", { count: Math.floor(whole / 60) }), t("seconds", { count: whole % 60 })];
  if (whole < 60) return parts[1];
  return whole % 60 ? parts.join(" ") : parts[0];
}

/** Seconds as a clock shows them: 0:07, 12:30. */
export function clockTime(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Makes a panel a sheet at the lower edge of narrow screens: its first lines stay in view, and a button opens the rest.
 * On wide screens it stays where it is.
 */
export function makeSheet(panel) {
  const handle = make("button", { type: "button", class: "sheet-handle", "aria-controls": panel.id });
  const open = (isOpen) => {
    panel.classList.toggle("is-open", isOpen);
    handle.setAttribute("aria-expanded", String(isOpen));
    handle.setAttribute("aria-label", t(isOpen ? "sheet.less" : "sheet.more"));
  };
  handle.addEventListener("click", () => open(!panel.classList.contains("is-open")));
  panel.addEventListener("keydown", (event) => event.key === "Escape" && open(false));
  panel.classList.add("sheet");
  panel.prepend(handle);
  open(false);
}
