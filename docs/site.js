// Improves the theme's markup for keyboards and screen readers: the keyboard reaches tables that scroll, and the
// buttons of a code block are not another navigation of the same name.
function improve() {
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) {
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", "Table");
  }
  for (const buttons of document.querySelectorAll(".md-code__nav")) buttons.setAttribute("role", "none");
}

// The theme adds both when a page is shown.
new MutationObserver(improve).observe(document.body, { childList: true, subtree: true });
improve();
