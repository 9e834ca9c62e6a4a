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

  // While the page loads its modules, the worker of js/shared/core.js loads its own, and the core comes into the cache.
  const { core } = page.dataset;
  if (core && location.protocol !== "file:") {
    const place = (path) => new URL(path, document.currentScript.src);
    fetch(place(`../facevalue/${core}.wasm`), { priority: "low" }).then((found) => found.arrayBuffer()).catch(() => {}); // the worker reports it
    const worker = new Worker(place("shared/worker.js"), { type: "module", name: core });
    worker.addEventListener("error", () => (window.facevalue.worker = null));
    window.facevalue.worker = worker;
  }

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
