// The sentences about the numbers of an answer: not given, used too often, unused, out of order.

import { shortened } from "../errors.js";

const MAX_LISTED = 12; // of one kind; more would hide the other problems

/** Describes what is wrong with the numbers of an answer, all as strings, or with their order; `made` are results of steps. */
export function describeNumbers(used, numbers, { needsAll, made = [], join = false }) {
  if (join) return `${listed(used)} cannot be made from ${listed(numbers)}, alone or joined, ${needsAll ? "each once" : "each at most once"}`;
  const times = countOfEach(used), given = countOfEach(numbers), results = countOfEach(made), there = countOfEach([...numbers, ...made]);
  const strange = [...times.keys()].filter((number) => !there.has(number));
  const often = [...times].filter(([number, count]) => there.has(number) && there.get(number) < count);
  const source = (number) => [["given", given], ["made", results]].filter(([, counts]) => counts.has(number)).map(([how, counts]) => `${how} ${timesOf(counts.get(number))}`).join(" and ");
  const unused = [...there].flatMap(([number, count]) => Array(Math.max(0, count - (times.get(number) ?? 0))).fill(number));
  const sentences = [
    ...sentence(strange, "is not one of the numbers", "are not among the numbers"),
    ...often.slice(0, MAX_LISTED).map(([number, count]) => `${shortened(number)} is used ${timesOf(count)} but ${source(number)}`),
    ...(needsAll ? sentence(unused, "is unused", "are unused") : []),
  ];
  return sentences.join("; ") || "the numbers must be used in the given order";
}

function countOfEach(numbers) {
  const counts = new Map();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return counts;
}

const sentence = (numbers, one, several) => (numbers.length ? [`${listed(numbers)} ${numbers.length === 1 ? one : several}`] : []);

function listed(numbers) {
  const shown = numbers.slice(0, MAX_LISTED).map(shortened);
  if (numbers.length > MAX_LISTED) shown.push("more");
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

const timesOf = (count) => ({ 1: "once", 2: "twice" })[count] ?? `${count} times`;
