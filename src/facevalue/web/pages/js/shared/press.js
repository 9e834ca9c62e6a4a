// A button that is replaced while it is pressed loses its click: what may replace buttons waits for their release.

let pressed = null; // {promise, resolve}

/** Resolves when no button or link is pressed. */
export async function released() {
  await pressed?.promise;
}

function press({ target, button = 0, key = " " }) {
  if (pressed || button !== 0 || key !== " " || !target.closest?.("button, a")) return;
  pressed = {};
  pressed.promise = new Promise((resolve) => (pressed.resolve = resolve));
}

function release({ key = " " }) {
  if (key !== " ") return;
  setTimeout(() => {
    pressed?.resolve(); // the click was handled before
    pressed = null;
  });
}

for (const begins of ["pointerdown", "keydown"]) addEventListener(begins, press, { capture: true });
for (const ends of ["pointerup", "pointercancel", "keyup", "contextmenu", "blur"]) addEventListener(ends, release);
