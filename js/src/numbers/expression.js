// Expressions as strings of minimal infix, as the core writes them: their values, steps and notations.

import { Fraction } from "../fraction.js";
import { numbersCore } from "./core.js";
import { rowNamed } from "../options.js";
import rows from "../rows.js";

export const NOTATIONS = rows.notations;

/** The expression in a notation, its value and its steps: the same JSON as in Python. */
export function described(text, notation = "infix") {
  const handle = handleOf(rowNamed("notation", notation, NOTATIONS));
  const [value, count, ...lines] = numbersCore.call("describe", handle, text);
  const steps = lines.slice(0, Number(count)), expression = lines.slice(Number(count)).join("\n");
  return { expression, value: value === "undefined" ? null : Fraction.from(value), steps };
}

/** The core's handle of a notation; "" for a list of steps. */
function handleOf({ name, operators, functions, frame, division, numbers, brackets, arrangement, brackets_all: bracketsAll, is_tree: isTree }) {
  if (!isTree) return "";
  const { before, minus, bar, after, is_optional: isPlainBare } = numbers;
  const flags = [isPlainBare, arrangement === "infix", bracketsAll].map(Number).join(" ");
  return numbersCore.handle(`notation ${name}`, () => numbersCore.call("notation", name, ...operators, ...rows.functions.map((each) => functions[each] ?? ""), frame, division, before, minus, bar, after, ...brackets, flags)[0]);
}
