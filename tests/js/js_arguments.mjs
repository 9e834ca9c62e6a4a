// Calls every export of the JavaScript package with arguments that do not fit, and prints as JSON what the calls did:
// `node tests/js/js_arguments.mjs wrong` makes a call of each kind that must be refused, and `... odd COUNT SEED` random calls.

import * as poker from "../../js/src/poker.js";
import * as puzzle from "../../js/src/puzzle.js";
import { randomBelow, splitMix64 } from "./random.mjs";

const BOARD = "Qh7h2c";
// The arguments of a right call without options of each function; a new function needs a line here.
const RIGHT = {
  candidates: ["1 2"],
  check: ["8/(3-8/3)", "8 8 3 3"],
  checkSteps: ["8 * 3 = 24", "8 3"],
  closest: ["1 1 1 1"],
  count: ["8 8 3 3"],
  daily: [],
  deal: [],
  dealGame: [],
  difficulty: ["8 8 3 3"],
  generate: [],
  hint: ["8 8 3 3"],
  isSolvable: ["8 8 3 3"],
  parseNumber: ["3/4"],
  parseNumbers: ["8 8"],
  reachable: ["1 2 3"],
  rulesNamed: ["classic"],
  solve: ["8 8 3 3"],
  stillSolvable: ["8 * 3 = 24", "8 3"],
  breakdown: ["QQ+", BOARD],
  byNextCard: [["AhKh", "QsQd"], { board: BOARD }],
  deals: [3],
  equity: [["AhKh", "QsQd"]],
  evaluate: ["7H7S7DASAC"],
  canonical: ["AhKh", BOARD],
  icm: ["5000, 3000", "50"],
  odds: ["AhKh", BOARD],
  outs: ["AhKh", BOARD],
  parseCards: ["AhKh"],
  parseRange: ["QQ+"],
  percentile: ["AhKh"],
  pushFold: [10],
  pushFoldThree: [10, { game: "shortdeck", seed: 1 }],
  rangeEquities: ["AA", "KK"],
  showdown: [new Uint8Array([4, 5, 6, 7]), BOARD],
  value: ["7H7S7DASAC"],
  videoPoker: ["AhKhQhJhJc"],
  videoSession: [["AhKhQhJhJc"]],
  values: [new Uint8Array([0, 1, 2, 3, 4]), 5],
  "values of a puzzle": ["1 2"],
  winners: [["7H7S7DASAC", "2c3c4c5c8d"]],
};
// Objects of each class, to call its methods.
const RANGE = new poker.Range("QQ+"), OMAHA_RANGE = new poker.OmahaRange("AA**"), HAND = new poker.Hand("7H7S7DASAC");
const OBJECTS = { Fraction: new puzzle.Fraction(3n, 4n), Range: RANGE, OmahaRange: OMAHA_RANGE, Hand: HAND };

// Both modules have a function of this name.
const exported = { ...puzzle, ...poker, "values of a puzzle": puzzle.values };
const isClass = (value) => /^class\b/.test(Function.prototype.toString.call(value));
const isError = (value) => value === puzzle.FaceValueError || value.prototype instanceof puzzle.FaceValueError;
// `init` is tested with the package for npm.
const names = Object.keys(exported).filter((name) => typeof exported[name] === "function" && name !== "init");
const functions = names.filter((name) => !isClass(exported[name])).sort();
const classes = names.filter((name) => isClass(exported[name]) && !isError(exported[name])).sort();

/** The constructor, the static methods and the methods of a class. */
function partsOf(name) {
  const made = exported[name], object = OBJECTS[name];
  const own = (where) => Object.entries(Object.getOwnPropertyDescriptors(where)).filter(([, { value }]) => typeof value === "function");
  const statics = own(made).filter(([part]) => part !== "prototype");
  // JavaScript itself calls toString and toJSON, with arguments.
  const methods = own(made.prototype).filter(([part]) => !["constructor", "toString", "toJSON"].includes(part));
  return [
    [`new ${name}`, (...given) => new made(...given)],
    ...statics.map(([part]) => [`${name}.${part}`, (...given) => made[part](...given)]),
    ...methods.map(([part]) => [`${name}.prototype.${part}`, (...given) => object[part](...given)]),
  ];
}

const callable = [...functions.map((name) => [name, exported[name]]), ...classes.flatMap(partsOf)];

/** What a call did: the class and the message of its error, or `answered`. */
async function done(call, given) {
  try {
    const found = await call(...given);
    if (typeof found?.next === "function") found.next();
    return ["answered", ""];
  } catch (error) {
    return [error instanceof puzzle.FaceValueError ? error.name : `not of facevalue: ${error?.stack}`, String(error?.message)];
  }
}

async function wrong() {
  const found = [];
  const add = async (kind, name, call, given) => found.push([kind, name, exported[name]?.signature ?? null, ...(await done(call, given))]);
  for (const name of functions) {
    const call = exported[name], right = RIGHT[name], given = right ?? [];
    await add(right ? "right" : "missing in RIGHT", name, call, given);
    const { signature = "" } = call;
    const places = signature.replace(/^\w+\(|,? ?\{.*|\)$/g, "").split(", ").filter(Boolean), hasOptions = signature.includes("{");
    const arguments_ = places.map((_, at) => (at < given.length ? given[at] : undefined));
    const options = hasOptions ? [given[places.length] ?? {}] : [];
    await add("too many", name, call, [...arguments_, ...options, 5]);
    if (hasOptions) {
      await add("unknown option", name, call, [...arguments_, { ...options[0], nonsense: 1 }]);
      await add("value in the place of options", name, call, [...arguments_, BOARD]);
      await add("list in the place of options", name, call, [...arguments_, [BOARD]]);
    }
    places.forEach((place, at) => {
      if (at || place.endsWith("?")) found.push(add("options in the place of an argument", name, call, [...arguments_.slice(0, at), {}]));
    });
    if (places.some((place) => !place.endsWith("?"))) await add("missing", name, call, []);
  }
  for (const [name, call] of callable.slice(functions.length)) await add("too many", name, call, ["AA", { cards: 4 }, 1, 2]);
  await Promise.all(found);
  return found.filter(Array.isArray);
}

const detached = new Uint8Array(14);
structuredClone(detached.buffer, { transfer: [detached.buffer] });
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
const VALUES = [
  ...[undefined, null, NaN, -0, 1.5, -1, 5, 24, 2 ** 60, 10n ** 500n, 3n, true, false, "", " ", "x", "8 8 3 3", "AhKh", "QQ+", "AA**", BOARD, "classic"],
  ...["omaha", "\ud800", "__proto__", "constructor", "10%", "1/0", "toString", [], [[]], [null], ["AhKh", "QsQd"], ["8", 8, 3n], [undefined, 1], [{}], [[["AhKh"]]]],
  ...[{}, { name: "x" }, { name: "holdem" }, { name: 5 }, { board: BOARD }, { dead: 5 }, { rules: 1 }, { seed: 1 }, { limit: {} }, { __proto__: { board: 1 } }],
  ...[() => 1, Symbol.iterator, Symbol("x"), new Map([["AhKh", 1]]), new Set(["AhKh"]), new Date(NaN), detached, new Uint8Array([1, 2, 300]), Object.create(null)],
  ...[RANGE, OMAHA_RANGE, OBJECTS.Fraction, /x/, new Error("x"), Promise.resolve(1), "(".repeat(500), { toString: () => "AhKh" }, { length: 2 }, new Array(3)],
  ...[new Float64Array(5), new String("8 8 3 3"), [NaN, Infinity], Array(40).fill("AA"), { valueOf: () => 24 }],
];
const OPTIONS = [...new Set(functions.flatMap((name) => exported[name].signature?.match(/\{ (.*) \}/)?.[1].split(", ") ?? []))];

async function odd(count, seed) {
  const next = splitMix64(BigInt(seed)), below = (bound) => randomBelow(bound, next), pick = (items) => items[below(items.length)];
  const found = [];
  const seen = (value) => {
    try {
      return typeof value === "object" ? JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each)) : String(value);
    } catch {
      return typeof value;
    }
  };
  for (let number = 0; number < count; number++) {
    const [name, call] = callable[number % callable.length];
    const right = RIGHT[name] ?? [];
    const given = Array.from({ length: below(5) }, (_, at) => (right[at] !== undefined && below(2) ? right[at] : pick(VALUES)));
    // Often one odd option of the function after right arguments.
    const own = exported[name]?.signature?.match(/\{ (.*) \}/)?.[1].split(", ");
    if (own && below(2)) {
      const places = exported[name].signature.split("{")[0].split(",").length - 1;
      given.length = 0;
      for (let at = 0; at < places; at++) given.push(right[at]);
      given.push({ ...right[places], [pick(own.concat(pick(OPTIONS)))]: pick(VALUES) });
    }
    const [kind] = await done(call, given);
    if (kind.startsWith("not of")) found.push([name, given.map(seen).join(" | ").slice(0, 300), kind.split("\n").slice(0, 3).join(" ")]);
  }
  return found;
}

const [check, count = "2000", seed = "24"] = process.argv.slice(2);
console.log(JSON.stringify(check === "odd" ? await odd(Number(count), seed) : await wrong()));
