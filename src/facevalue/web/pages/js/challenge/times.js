// The times of a challenge: your times next to the sender's and the average of people.

import { clockTime, make } from "../shared/dom.js";
import { listed, sentences, t } from "../shared/language.js";

const shown = (seconds) => (seconds === null ? "–" : clockTime(seconds));
const solvedIn = (times) => times.filter((seconds) => seconds !== null);
const total = (times) => solvedIn(times).reduce((sum, seconds) => sum + seconds, 0);

/** Who is ahead: the one who solved more hands, then the quicker one. Below 0 if `a` is. */
const compared = (a, b) => solvedIn(b).length - solvedIn(a).length || total(a) - total(b);

/** How a challenge went, in words. */
export function timesWords(mine, theirs, name) {
  const words = t("challenge.solved", { solved: solvedIn(mine).length, hands: t("hands", { count: mine.length }), time: clockTime(total(mine)) });
  if (!theirs) return words;
  const who = name || t("challenge.the_sender");
  const other = t("challenge.they_solved", { name: who, solved: solvedIn(theirs).length, time: clockTime(total(theirs)) });
  const ahead = compared(mine, theirs);
  const winner = ahead < 0 ? t("challenge.you_win") : ahead > 0 ? t("challenge.they_win", { name: who }) : t("challenge.draw");
  return sentences(winner, words, other);
}

/** The rows of a table: a hand each, then the sums. `theirs` is null without a sender. */
export function timesRows({ hands, mine, theirs, name }) {
  const row = (tag, cells, best = null) => make("tr", {}, ...cells.map((cell, at) => make(at ? tag : "th", { ...(at ? {} : { scope: "row" }), class: at === best ? "is-best" : null }, cell)));
  const heads = [t("challenge.hand"), t("challenge.you"), ...(theirs ? [name || t("challenge.sender")] : []), t("challenge.people")];
  const best = (at) => (theirs && mine[at] !== null && (theirs[at] === null || mine[at] < theirs[at]) ? 1 : theirs && theirs[at] !== null && mine[at] !== theirs[at] ? 2 : null);
  const body = hands.map(({ numbers, people }, at) => row("td", [listed(numbers), shown(mine[at]), ...(theirs ? [shown(theirs[at])] : []), people ? clockTime(people) : "–"], best(at)));
  const people = hands.map((hand) => hand.people ?? null);
  return [
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...body),
    make("tfoot", {}, row("td", [t("challenge.together"), clockTime(total(mine)), ...(theirs ? [clockTime(total(theirs))] : []), clockTime(total(people))])),
  ];
}
