// A page that loads the compiled core from an address.
import { init, solve } from "facevalue/lean/puzzle";

init().then(() => (document.body.textContent = JSON.stringify(solve("8 8 3 3").solutions[0].expression)));
