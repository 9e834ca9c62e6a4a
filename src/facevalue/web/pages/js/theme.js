// Runs before the page is drawn, so that a chosen theme does not flash in the other colours.
try {
  const theme = localStorage.getItem("facevalue.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the theme of the system stays.
}
