// Shows the answers on a page.
import { answers } from "./all.js";

answers().then((found) => (document.body.textContent = JSON.stringify(found)));
