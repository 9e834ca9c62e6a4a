// A sheet at the lower edge of a phone: its first lines stay in view, and a button opens the rest.

import { make } from "./dom.js";
import { t } from "./language.js";

/** Makes a panel a sheet on narrow screens; on wide ones it stays where it is. */
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
