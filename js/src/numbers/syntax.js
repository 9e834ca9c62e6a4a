// What an answer may use: the syntaxes of the shared table, as handles of the core.

import { numbersCore } from "./core.js";
import { rowNamed } from "../options.js";
import rows from "../rows.js";
import { cardValues } from "./rules.js";

// How an answer writes a number that is negative or a fraction: {-5}, {3/4}.
const BRACED = ["{", "-", "/", "}"];

/** The core's handle of a syntax by name; operators have no precedence under rules with the grouping "left". */
export function answerSyntax(name, { grouping, ace, faces, functions } = { grouping: "any", ace: 1, faces: null, functions: "" }) {
  const { spellings, flags } = rowNamed("syntax", name, rows.syntaxes);
  const arrangement = grouping === "left" ? "left" : "infix";
  return numbersCore.handle(`${arrangement} syntax ${name} ${ace} ${faces} ${functions}`, () => {
    const words = flags.map((flag) => (flag ? "1" : "0")).join(" ");
    const values = cardValues({ ace, faces });
    const counted = spellings.map(([spelling, kind, meaning]) => [spelling, kind, kind === "face" ? String.fromCharCode("@".charCodeAt(0) + values[spelling.toUpperCase()]) : meaning]);
    const signs = functions.split(" ").filter(Boolean).flatMap((each) => rows.function_signs[each].map((sign) => [sign, each, ""]));
    const known = new Map([...counted, ...signs].map((row) => [row[0], row])); // a sign of a function was foreign
    return numbersCore.call("syntax", arrangement, ...BRACED, words, ...[...known.values()].flat())[0];
  });
}
