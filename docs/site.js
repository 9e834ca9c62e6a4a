// What the theme's markup lacks for keyboards and screen readers: a table that scrolls can be reached with the
// keyboard, and the buttons of a code block are not one more navigation of the same name.
function mend() {
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) {
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", "Table");
  }
  for (const buttons of document.querySelectorAll(".md-code__nav")) buttons.setAttribute("role", "none");
}

// The theme adds both when a page is shown.
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
mend();
