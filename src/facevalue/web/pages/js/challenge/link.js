// The link of a challenge: which hands, and the times of whoever sends it.

import { listed, t } from "../shared/language.js";

const MAX_SEED = 1_000_000_000;
const COUNTS = [5, 10, 20];
const MAX_SECONDS = 86_400; // of a hand
const UNSOLVED = "x";

/** Numbers of a list as people's links have them: seconds in tenths of a second, or x. */
const timesText = (times) => times.map((seconds) => (seconds === null ? UNSOLVED : seconds.toFixed(1))).join(",");

/** Six letters and digits that show that a link was not cut off or changed by accident. */
function sumOf(text) {
  let sum = 0x811c9dc5; // FNV-1a
  for (const letter of text) sum = Math.imul(sum ^ letter.codePointAt(0), 0x01000193) >>> 0;
  return sum.toString(36).padStart(6, "0").slice(-6);
}

const signed = ({ seed, hands, times, name }) => sumOf([seed, hands, times, name].join(";"));

/** The query of a challenge; with times, they are signed. */
export function challengeQuery({ seed, hands, times = null, name = "" }) {
  if (!times) return { seed, hands };
  const written = { seed, hands, times: timesText(times), name };
  return { ...written, sum: signed(written) };
}

/**
 * The challenge of an address: `{seed, hands, times, name}`, or null without one. Times are null
 * where the link has no times.
 */
export function readChallenge(query) {
  const [seed, hands, times, name, sum] = ["seed", "hands", "times", "name", "sum"].map((part) => query.get(part) ?? "");
  if (!seed) {
    if (hands || times) throw new Error(t("challenge.needs_seed"));
    return null;
  }
  if (!/^\d{1,9}$/.test(seed)) throw new Error(t("address.seed", { digits: 9, given: seed }));
  const count = Number(hands || COUNTS[0]);
  if (!COUNTS.includes(count)) throw new Error(t("challenge.count", { counts: listed(COUNTS), given: hands }));
  const challenge = { seed: Number(seed), hands: count, times: null, name: "" };
  if (!times) return challenge;
  const isWhole = sum === signed({ seed: Number(seed), hands: count, times, name });
  const read = times.split(",").map((time) => (time === UNSOLVED ? null : Number(time)));
  const isRight = isWhole && read.length === count && read.every((time) => time === null || (time >= 0 && time <= MAX_SECONDS));
  if (!isRight) throw new Error(t("challenge.damaged"));
  return { ...challenge, times: read, name: name.slice(0, 30) };
}

export const newSeed = () => 1 + Math.floor(Math.random() * (MAX_SEED - 1));

/** The seed of a hand; none is the seed of a daily puzzle. */
export const handSeed = ({ seed }, at) => MAX_SEED + 100 * seed + at;
