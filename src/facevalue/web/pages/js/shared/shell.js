// What every page shares: header, navigation, language, theme, footer, and the service worker.

import { make, makeSvg, fill } from "./dom.js";
import { HAS_API } from "../site.js";
import { chooseLanguage, language, LANGUAGES, t } from "./language.js";

// The name of Play is empty, because it is the first page.
const PAGES = ["", "daily", "sprint", "challenge", "countdown", "digits", "solve", "judge", "poker", "you"];

/** The address of a page. */
export function pageAddress(name, query = "") {
  const file = name ? `${name}.html` : "./";
  return query ? `${file}?${query}` : file;
}

// Nobody else can open an address on this computer or in this house.
const PRIVATE = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[?::1|\[?f[cd])|\.(local|localhost)$/;

/** Whether other people can open the addresses of a host. */
export const isPublic = (host) => !PRIVATE.test(host);

/** The query in the address of this page. */
export const addressQuery = () => new URLSearchParams(location.search);

// The query that the page shows. Going to a fragment, such as #main, leaves it as it is.
let shown = location.search;

/** Calls when Back or Forward have put another query into the address. */
export function onQueryChange(call) {
  addEventListener("popstate", () => {
    if (location.search === shown) return;
    shown = location.search;
    call();
  });
}

/** Puts the query into the address, as a new entry of the history or in place of this one. */
export function showQuery(query, { replace = false } = {}) {
  const address = query ? `?${query}` : location.pathname;
  if (query === location.search.slice(1)) return;
  history[replace ? "replaceState" : "pushState"](null, "", address);
  shown = location.search;
}

const THEMES = ["system", "light", "dark"];
const THEME_ICONS = {
  system: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  light: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10M12 1v3M12 20v3M1 12h3M20 12h3M4.200 4.200l2.100 2.100M17.700 17.700l2.100 2.100M4.200 19.800l2.100-2.100M17.700 6.300l2.100-2.100",
  dark: "M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z",
};

const THEME_FILLS = { system: "M12 4a8 8 0 1 0 0 16z", light: "", dark: "" };

function icon(path, filled = "") {
  const drawn = makeSvg("path", { d: path, fill: "none", stroke: "currentColor", "stroke-width": "2", "stroke-linecap": "round", "stroke-linejoin": "round" });
  return makeSvg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, drawn, makeSvg("path", { d: filled, fill: "currentColor" }));
}

function storedTheme() {
  const theme = document.documentElement.dataset.theme;
  return THEMES.includes(theme) ? theme : "system";
}

const themeButton = make("button", { type: "button", class: "icon-button", onclick: nextTheme });

function showTheme() {
  const chosen = storedTheme();
  fill(themeButton, icon(THEME_ICONS[chosen], THEME_FILLS[chosen]));
  const colours = t(`shell.${chosen}`);
  themeButton.setAttribute("aria-label", t("shell.change_colours", { colours }));
  themeButton.title = t("shell.colours", { colours });
}

function nextTheme() {
  chooseTheme(THEMES[(THEMES.indexOf(storedTheme()) + 1) % THEMES.length]);
}

/** Shows the pages in these colours and remembers them; the colours of the system need not be remembered. */
export function chooseTheme(chosen) {
  const isSystem = chosen === "system";
  if (isSystem) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  try {
    if (isSystem) localStorage.removeItem("facevalue.theme");
    else localStorage.setItem("facevalue.theme", chosen);
  } catch {
    // Not stored: it applies until the page is closed.
  }
  showTheme();
}

function navigation() {
  const here = document.body.dataset.page ?? "";
  const links = PAGES.map((name) =>
    make("li", {}, make("a", { href: pageAddress(name), "aria-current": name === here ? "page" : null }, t(`page.${name || "play"}`))),
  );
  return make("nav", { id: "pages", "aria-label": t("shell.pages") }, make("ul", {}, ...links));
}

function menuButton(nav) {
  const button = make(
    "button",
    { type: "button", class: "icon-button menu-button", "aria-controls": "pages", "aria-expanded": "false", "aria-label": t("shell.pages") },
    icon("M4 6h16M4 12h16M4 18h16"),
  );
  const open = (isOpen) => {
    nav.classList.toggle("is-open", isOpen);
    button.setAttribute("aria-expanded", String(isOpen));
  };
  const isOpen = () => nav.classList.contains("is-open");
  button.addEventListener("click", () => open(!isOpen()));
  for (const element of [button, nav]) {
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !isOpen()) return;
      event.stopPropagation(); // it takes back no steps on the table
      open(false);
      button.focus();
    });
  }
  return button;
}

/** A list of the languages, each by its own name. */
function languageList() {
  const options = Object.entries(LANGUAGES).map(([code, name]) => make("option", { value: code, lang: code, selected: code === language }, name));
  const list = make("select", { class: "languages", "aria-label": t("shell.language") }, ...options);
  list.addEventListener("change", () => chooseLanguage(list.value));
  return list;
}

function buildHeader() {
  const brand = make("a", { class: "brand", href: pageAddress("") }, make("img", { src: "art/icon.svg", alt: "" }), "facevalue");
  const nav = navigation();
  const skip = make("a", { class: "skip", href: "#main" }, t("shell.skip"));
  const header = make("header", { class: "site" }, brand, menuButton(nav), nav, languageList(), themeButton);
  document.body.prepend(skip, header);
}

function buildFooter() {
  const docs = HAS_API ? [" ", make("a", { href: "docs" }, t("shell.api"))] : [];
  document.body.append(make("footer", { class: "foot" }, make("p", {}, t("shell.footer"), ...docs)));
}

showTheme();
buildHeader();
buildFooter();
// A server on this computer is gone when it has ended: something else may use its address next.
if ("serviceWorker" in navigator && (!HAS_API || isPublic(location.hostname))) navigator.serviceWorker.register("service-worker.js", { updateViaCache: "none" });
