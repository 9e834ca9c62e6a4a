// What is remembered, in this browser only: each puzzle that was played, totals and settings.

import { t } from "../shared/language.js";

const KEY = "facevalue";
const DAMAGED = "facevalue.damaged"; // a record that could not be read
const MAX_TIMES = 200;
const MAX_PUZZLES = 500; // of each page; the oldest are forgotten

const EMPTY = {
  version: 2,
  settings: {},
  play: { solved: 0, given_up: 0, hints: 0, streak: 0, best_streak: 0, times: [], open: "", rung: 1 },
  countdown: { rounds: 0, points: 0, exact: 0 },
  digits: { rounds: 0, stars: 0 },
  // What came of each sprint: `{ended, points, hands}`.
  sprint: { runs: [] },
  // By the day and the game, and by the page and the puzzle: what `UNSEEN` has.
  daily: {},
  puzzles: {},
};

// A puzzle that was not seen yet. `seconds` is how long it was visible, `hints` how many hints were
// taken, `warnings` how many dead ends were pointed out, `saw_solution` whether a hint was the solution,
// `outcome` how it ended, and `progress` what a game needs to resume it.
const UNSEEN = { first_seen: null, seconds: 0, hints: 0, warnings: 0, saw_solution: false, outcome: null, progress: {} };

// If two tabs change the record at the same time, the later one overwrites what the earlier one has
// stored. So the record has the number of changes of each tab, and a tab whose last changes are
// missing makes them again.
const TAB = crypto.getRandomValues(new Uint32Array(2)).join("-");
const MAX_TABS = 50; // then the tab whose last change is the oldest is forgotten
const KNOWN_AFTER = 10_000; // milliseconds after which every tab knows of a change
let made = 0;
let recent = []; // the changes that other tabs may not know: `{number, at, change}`

let memory = null;
// Storage can be switched off or full; then the page remembers until it is closed.
let isStored = true;

export function load() {
  memory ??= read();
  return memory;
}

function read() {
  const given = stored();
  return Object.assign(readRecord(given), { tabs: kindOf(given.tabs) === "object" ? given.tabs : {} });
}

/** The record in an object, as far as it can be read. */
function readRecord(given) {
  const found = structuredClone(EMPTY);
  for (const name of ["play", "countdown", "digits", "sprint"]) take(found[name], given[name]);
  found.play.times = found.play.times.filter(Number.isFinite);
  found.sprint.runs = found.sprint.runs.filter((run) => typeof run?.ended === "string" && Number.isFinite(run.points) && Number.isFinite(run.hands));
  for (const name of ["daily", "puzzles"]) found[name] = mapped(given[name], (group) => mapped(group, readPuzzle));
  if (kindOf(given.settings) === "object") found.settings = given.settings;
  return found;
}

function stored() {
  let text = null;
  try {
    text = localStorage.getItem(KEY);
    const found = JSON.parse(text);
    if (kindOf(found) === "object") return found;
  } catch {
    // Storage is switched off, or its contents are not JSON.
  }
  if (text) setAside(text);
  return {};
}

/** Keeps a record that cannot be read next to the new one. */
function setAside(text) {
  try {
    localStorage.setItem(DAMAGED, text);
    localStorage.removeItem(KEY);
  } catch {
    // Storage is full: the damaged record is replaced.
  }
}

/** A record that could not be read; null without one. */
export function damaged() {
  load();
  try {
    return localStorage.getItem(DAMAGED);
  } catch {
    return null;
  }
}

/** Takes the fields that are of the known kind. */
function take(known, given) {
  for (const name of Object.keys(known)) {
    if (kindOf(given?.[name]) === kindOf(known[name])) known[name] = given[name];
  }
  return known;
}

/** The objects in an object, each read by a function. */
function mapped(given, readOne) {
  if (kindOf(given) !== "object") return {};
  const objects = Object.entries(given).filter(([, value]) => kindOf(value) === "object");
  return Object.fromEntries(objects.map(([name, value]) => [name, readOne(value)]));
}

/** A puzzle as it was stored; version 1 stored the outcome alone, and not when it was. */
function readPuzzle(given) {
  const isOld = !("first_seen" in given);
  const found = take(structuredClone(UNSEEN), given);
  if (kindOf(given.first_seen) === "string") found.first_seen = given.first_seen;
  if (isOld) found.outcome = given;
  else if (kindOf(given.outcome) === "object") found.outcome = given.outcome;
  return found;
}

function kindOf(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    isStored = false;
  }
}

/** Changes what is remembered, together with what other tabs have stored meanwhile. */
export function remember(change) {
  if (isStored) memory = read();
  made += 1;
  recent.push({ number: made, at: performance.now(), change });
  makeMissing();
}

addEventListener("storage", ({ key, newValue }) => {
  if (!isStored) return;
  memory = null;
  if (key === KEY && newValue !== null) makeMissing();
});

/** Makes the last changes of this tab that the record does not have: new and overwritten ones. */
function makeMissing() {
  const { [TAB]: counted = 0, ...others } = load().tabs;
  recent = recent.filter(({ at }) => performance.now() - at < KNOWN_AFTER);
  const missing = recent.filter(({ number }) => number > counted);
  if (missing.length === 0) return;
  for (const { change } of missing) change(memory);
  memory.tabs = Object.fromEntries([...Object.entries(others), [TAB, made]].slice(-MAX_TABS));
  save();
}

/** A setting, or what it is unless chosen. */
export function setting(name, usual) {
  const chosen = load().settings[name];
  return kindOf(chosen) === kindOf(usual) ? chosen : usual;
}

export const choose = (name, value) => remember((all) => (all.settings[name] = value));

export function clearAll() {
  remember((all) => Object.assign(all, structuredClone(EMPTY)));
  try {
    localStorage.removeItem(DAMAGED);
  } catch {
    // Storage is switched off.
  }
}

/** Replaces the record by one that was exported; an error for anything else. */
export function replaceAll(text) {
  let given = null;
  try {
    given = JSON.parse(text);
  } catch {
    // Refused below.
  }
  if (kindOf(given) !== "object" || ![1, EMPTY.version].includes(given.version)) throw new Error(t("record.not_ours"));
  remember((all) => Object.assign(all, readRecord(given)));
}

export function exported() {
  const { tabs: _, ...record } = load();
  return JSON.stringify(record, null, 2);
}

/** The record of one puzzle, which survives a reload; only its first outcome counts. */
export class Visit {
  /** `group` and `name` are the day and the game of a daily puzzle, or the page and the puzzle. */
  constructor(group, name, { isDaily = false } = {}) {
    Object.assign(this, { group, name, kind: isDaily ? "daily" : "puzzles" });
  }

  /** What is remembered of it. */
  get now() {
    return load()[this.kind][this.group]?.[this.name] ?? UNSEEN;
  }

  get isOver() {
    return this.now.outcome !== null;
  }

  /** Remembers that it was seen, and more; seconds and hints only grow, and an end is an end. */
  keep({ seconds = 0, hints = 0, warnings = 0, saw_solution: sawSolution = false, progress = {} } = {}) {
    if (this.isOver) return;
    this.change((puzzle) => {
      puzzle.first_seen ??= new Date().toISOString();
      puzzle.seconds = Math.max(puzzle.seconds, seconds);
      puzzle.hints = Math.max(puzzle.hints, hints);
      puzzle.warnings = Math.max(puzzle.warnings, warnings);
      puzzle.saw_solution ||= sawSolution;
      Object.assign(puzzle.progress, progress);
    });
  }

  /** Remembers how it ended, `{solved}` and more; false if it had ended before. */
  settle(outcome, kept = {}) {
    this.keep(kept);
    let isFirst = false;
    this.change((puzzle) => {
      isFirst = puzzle.outcome === null;
      if (isFirst) Object.assign(puzzle, { outcome: { ended: new Date().toISOString(), ...outcome }, progress: {} });
    });
    return isFirst;
  }

  change(how) {
    remember((all) => {
      const group = (all[this.kind][this.group] ??= {});
      group[this.name] ??= structuredClone(UNSEEN);
      how(group[this.name]);
      if (this.kind === "puzzles") for (const name of Object.keys(group).slice(0, -MAX_PUZZLES)) delete group[name];
    });
  }
}

/** A visit to a puzzle that nothing is remembered of. */
export class Unrecorded {
  now = UNSEEN;
  isOver = false;

  keep() {}

  settle() {
    return true;
  }
}

/** True if a puzzle was solved without giving up and without a hint that was the solution. */
export const isSolvedAlone = ({ outcome, saw_solution: sawSolution }) => outcome?.solved === true && !sawSolution;

/** Counts a hand of Play 24 that has ended. */
export function recordPlayed(puzzle) {
  const isAlone = isSolvedAlone(puzzle);
  remember(({ play }) => {
    play.hints += puzzle.hints;
    if (isAlone) {
      play.solved += 1;
      play.times = [...play.times, Math.round(puzzle.seconds)].slice(-MAX_TIMES);
    } else play.given_up += 1;
    play.streak = isAlone ? play.streak + 1 : 0;
    play.best_streak = Math.max(play.best_streak, play.streak);
  });
}

/** Moves up or down the ladder, between its ends. */
export const moveRung = (by, highest) => remember(({ play }) => (play.rung = Math.min(highest, Math.max(1, play.rung + by))));

/** Keeps what came of a sprint. */
export const recordSprint = (run) => remember(({ sprint }) => (sprint.runs = [...sprint.runs, { ended: new Date().toISOString(), ...run }].slice(-MAX_TIMES)));

/** Whoever leaves a hand without solving it ends the row. */
export const recordSkipped = () => remember(({ play }) => (play.streak = 0));

/** Remembers the address of the hand that was dealt, until the next one is. */
export const recordDealt = (address) => remember(({ play }) => (play.open = address));
