// Runs before the page is drawn, so that a chosen theme does not flash in the other colours.
try {
  const theme = localStorage.getItem("facevalue.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the theme of the system stays.
}

// A browser loads no modules from files, so say what to do instead.
if (location.protocol === "file:") {
  addEventListener("DOMContentLoaded", () => {
    const advice = document.createElement("p");
    advice.setAttribute("role", "alert");
    advice.textContent = "These pages need a web server. Run `python -m http.server` in their folder, then open http://localhost:8000/.";
    document.querySelector("main").prepend(advice);
  });
}
