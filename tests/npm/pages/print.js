// Prints the answers, in Node, Bun and Deno.
import { answers } from "./all.js";

answers().then((found) => console.log(JSON.stringify(found)));
