// Checks the arguments of public functions: their number, the names of the options, and options in the place of another
// argument. A signature such as "solve(numbers, target?, rules?, { most, notation })" says what a function takes.

import { counted, quoted, represented, RuleError } from "./errors.js";
import { nearestWord } from "./options.js";

const SIGNATURE = /^(async )?([\w .]+)\((.*?)(?:,? ?\{ (.*) \})?\)$/;

/** What a signature says: `players[]` is a list, and `target?` may be left out. */
function read(signature) {
  const [, isAsync, name, listed, named = null] = SIGNATURE.exec(signature);
  const places = listed ? listed.split(", ").map((word) => ({ name: word.replace(/\W/g, ""), isList: word.endsWith("[]") })) : [];
  const required = listed ? listed.split(", ").filter((word) => !word.endsWith("?")).length : 0;
  const options = named?.split(", ") ?? null;
  const hasOne = listed === places[0]?.name && !options;
  return { name, isAsync: Boolean(isAsync), places, required, options, hasOne, shown: signature.replace("async ", "") };
}

/** An object with named values, and not a value of its own such as a list, a date or the fields of rules. */
const hasNames = (given) => Object.prototype.toString.call(given) === "[object Object]" && !("name" in given);

function refuse({ name, places, required, options, shown }, given) {
  const most = places.length + (options ? 1 : 0);
  const error = (problem) => new RuleError(`${problem}; call ${shown}`);
  if (given.length < required) throw error(`${name} needs ${places[given.length].name}`);
  places.forEach(({ name: place, isList }, at) => {
    // The function itself refuses an object as its first argument, with more to say about it.
    if ((at || !required) && hasNames(given[at])) {
      const remedy = options ? "give options last, after undefined for each argument that you leave out" : "it takes no options";
      throw error(`${name} takes no object as ${place}: ${remedy}`);
    }
    if (isList && !Array.isArray(given[at])) throw error(`${place} must be an array, not ${quoted(given[at])}`);
  });
  if (options && given[places.length] !== undefined) refuseOptions(given[places.length], options, name, error);
  if (given.length > most) throw error(`${name} takes at most ${counted(most, "argument")}, not ${given.length}`);
}

function refuseOptions(given, options, name, error) {
  if (Object.prototype.toString.call(given) !== "[object Object]") throw error(`${name} takes options by name, not ${quoted(given)}`);
  for (const option in given) {
    if (options.includes(option)) continue;
    const near = nearestWord(option, options);
    throw error(`${name} has no option ${represented(option)}${near ? `; did you mean ${represented(near)}?` : ""}`);
  }
}

const signatures = new Map();

/** Refuses arguments that do not fit a signature. */
export function checkArguments(signature, given) {
  if (!signatures.has(signature)) signatures.set(signature, read(signature));
  refuse(signatures.get(signature), given);
}

/** A function that refuses arguments that do not fit its signature, and otherwise is the same as another one. */
export function checked(signature, call) {
  const exact = read(signature);
  const made = exact.isAsync ? withPromise(exact, call) : exact.hasOne ? withOne(exact, call) : withSeveral(exact, call);
  return Object.defineProperties(made, { name: { value: exact.name }, signature: { value: exact.shown } });
}

/** A function that refuses such arguments, and calls `ask` with the others by their names. */
export function named(signature, ask) {
  const exact = read(signature);
  const call = (...given) => {
    const all = { ...given[exact.places.length] };
    exact.places.forEach(({ name }, at) => (all[name] = given[at]));
    return ask(all);
  };
  return checked(signature, call);
}

/** Hands one by one, such as in `equity("AhKh", "QQ", { board })`, as a list. */
function gathered({ places }, given) {
  if (!places[0]?.isList || !given.length || Array.isArray(given[0])) return given;
  const at = given.findIndex((each) => Object.prototype.toString.call(each) === "[object Object]" && Object.getPrototypeOf(each) === Object.prototype);
  return at < 0 ? [given] : [given.slice(0, at), ...given.slice(at)];
}

const withPromise = (exact, call) =>
  async function (...given) {
    const all = gathered(exact, given);
    refuse(exact, all);
    const { signal, ...options } = all[exact.places.length] ?? {};
    if (signal === undefined) return call(...all);
    if (!(signal instanceof AbortSignal)) throw new RuleError(`signal must be an AbortSignal, not ${quoted(signal)}; call ${exact.shown}`);
    await new Promise((go) => setTimeout(go)); // other events come first, which may abort the call
    signal.throwIfAborted();
    return call(...all.slice(0, exact.places.length), options);
  };

const withSeveral = (exact, call) =>
  function (...given) {
    const all = gathered(exact, given);
    refuse(exact, all);
    return call(...all);
  };

/** One argument without options only needs to be counted; `value` is called millions of times. */
const withOne = (exact, call) =>
  function (only) {
    if (arguments.length !== 1) refuse(exact, arguments);
    return call(only);
  };
