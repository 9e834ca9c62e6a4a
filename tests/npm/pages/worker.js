// A worker that answers.
import { answers } from "./all.js";

answers().then((found) => self.postMessage(found));
