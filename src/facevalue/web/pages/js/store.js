// What is remembered, in this browser only: results, streaks and settings.

const KEY = "facevalue";
const MOST_TIMES = 200;

const EMPTY = {
  version: 1,
  settings: {},
  play: { solved: 0, given_up: 0, hints: 0, streak: 0, best_streak: 0, times: [] },
  countdown: { rounds: 0, points: 0, exact: 0 },
  digits: { rounds: 0, stars: 0 },
  daily: {},
};

let memory = null;
// Storage can be switched off or full; then the page remembers until it is closed.
let isStored = true;

export function load() {
  memory ??= read();
  return memory;
}

function read() {
  const found = structuredClone(EMPTY);
  for (const [name, value] of Object.entries(stored())) {
    if (kindOf(value) === "object" && kindOf(found[name]) === "object") take(found[name], value, name);
  }
  return found;
}

function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    return kindOf(found) === "object" ? found : {};
  } catch {
    return {};
  }
}

/** Takes the fields that are of the known kind; days may have any name, and settings any kind. */
function take(known, given, name) {
  for (const [field, value] of Object.entries(given)) {
    const wanted = { settings: kindOf(value), daily: "object" }[name] ?? kindOf(known[field]);
    if (kindOf(value) === wanted) known[field] = value;
  }
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
  change(load());
  save();
}

addEventListener("storage", () => {
  if (isStored) memory = null;
});

/** A setting, or what it is unless chosen. */
export function setting(name, usual) {
  const chosen = load().settings[name];
  return kindOf(chosen) === kindOf(usual) ? chosen : usual;
}

export const choose = (name, value) => remember((all) => (all.settings[name] = value));

export function clearAll() {
  memory = structuredClone(EMPTY);
  save();
}

export const exported = () => JSON.stringify(load(), null, 2);

export function recordSolved(seconds, hints) {
  remember(({ play }) => {
    play.solved += 1;
    play.hints += hints;
    play.streak += 1;
    play.best_streak = Math.max(play.best_streak, play.streak);
    play.times = [...play.times, Math.round(seconds)].slice(-MOST_TIMES);
  });
}

export function recordGivenUp() {
  remember(({ play }) => {
    play.given_up += 1;
    play.streak = 0;
  });
}

/** What became of one game ("24", "countdown", "digits") of one day; the first result counts. */
export function recordDaily(date, game, result) {
  remember(({ daily }) => {
    daily[date] ??= {};
    daily[date][game] ??= result;
  });
}

export const dailyResult = (date, game) => load().daily[date]?.[game] ?? null;

/** How many days in a row, ending today or yesterday, have a result; `today` is "2026-11-22". */
export function dailyStreak(today) {
  const { daily } = load();
  let day = daily[today] ? today : dayBefore(today);
  let streak = 0;
  while (daily[day]) {
    streak += 1;
    day = dayBefore(day);
  }
  return streak;
}

export function dayBefore(date) {
  return dayAfter(date, -1);
}

export function dayAfter(date, days = 1) {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
