// Runs before the page is drawn, so that neither other colours nor another language flash.

{
  const PAGES_ARE_IN = "en";
  // Each language is a file in the folder `languages` and a name here.
  const LANGUAGES = { en: "English", "zh-Hans": "简体中文" };

  const chosen = (name) => {
    try {
      return localStorage.getItem(`facevalue.${name}`);
    } catch {
      return null; // storage is switched off
    }
  };
  const isSame = (one, other) => one.split("-")[0].toLowerCase() === other.split("-")[0].toLowerCase();

  const page = document.documentElement;
  if (["light", "dark"].includes(chosen("theme"))) page.dataset.theme = chosen("theme");
  page.lang =
    [chosen("language"), ...navigator.languages]
      .filter(Boolean)
      .map((wanted) => Object.keys(LANGUAGES).find((name) => isSame(name, wanted)))
      .find(Boolean) ?? PAGES_ARE_IN;
  page.toggleAttribute("data-translating", page.lang !== PAGES_ARE_IN);

  const table = fetch(new URL(`../languages/${page.lang}.json`, document.currentScript.src)).then((found) => found.json());
  // For js/shared/language.js, which every page imports.
  window.facevalue = { languages: LANGUAGES, table };

  // A browser loads neither modules nor tables from files, so say what to do instead.
  if (location.protocol === "file:") {
    table.catch(() => {});
    page.removeAttribute("data-translating");
    addEventListener("DOMContentLoaded", () => {
      const advice = document.createElement("p");
      advice.setAttribute("role", "alert");
      advice.textContent = document.querySelector('meta[name="opened-as-file"]').content;
      document.querySelector("main").prepend(advice);
    });
  }
}
