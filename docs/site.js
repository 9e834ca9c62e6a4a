// Improves the theme's markup for keyboards and screen readers: the keyboard reaches tables that scroll, the buttons
// of a code block are not another navigation of the same name, and each section of the menu has a name.
function improve() {
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) {
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", "Table");
  }
  for (const section of document.querySelectorAll(".md-nav__container + nav")) {
    section.removeAttribute("aria-labelledby");
    section.setAttribute("aria-label", section.querySelector(".md-nav__title").textContent.trim());
  }
  for (const buttons of document.querySelectorAll(".md-code__nav")) buttons.setAttribute("role", "none");
}

// The theme adds some of these when a page is shown.
new MutationObserver(improve).observe(document.body, { childList: true, subtree: true });
improve();
