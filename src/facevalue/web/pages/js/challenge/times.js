// The times of a challenge: your times next to the sender's and the average of people.

import { clockTime, counted, make } from "../shared/dom.js";

const shown = (seconds) => (seconds === null ? "–" : clockTime(seconds));
const solvedIn = (times) => times.filter((seconds) => seconds !== null);
const total = (times) => solvedIn(times).reduce((sum, seconds) => sum + seconds, 0);

/** Who is ahead: the one who solved more hands, then the quicker one. Below 0 if `a` is. */
const compared = (a, b) => solvedIn(b).length - solvedIn(a).length || total(a) - total(b);

/** How a challenge went, in words. */
export function timesWords(mine, theirs, name) {
  const words = `You solved ${solvedIn(mine).length} of ${counted(mine.length, "hand")} in ${clockTime(total(mine))}.`;
  if (!theirs) return words;
  const who = name || "The sender";
  const other = `${who} solved ${solvedIn(theirs).length} in ${clockTime(total(theirs))}.`;
  const ahead = compared(mine, theirs);
  return `${ahead < 0 ? "You win. " : ahead > 0 ? `${who} wins. ` : "A draw. "}${words} ${other}`;
}

/** The rows of a table: a hand each, then the sums. `theirs` is null without a sender. */
export function timesRows({ hands, mine, theirs, name }) {
  const row = (tag, cells, best = null) => make("tr", {}, ...cells.map((cell, at) => make(at ? tag : "th", { ...(at ? {} : { scope: "row" }), class: at === best ? "is-best" : null }, cell)));
  const heads = ["Hand", "You", ...(theirs ? [name || "Sender"] : []), "People"];
  const best = (at) => (theirs && mine[at] !== null && (theirs[at] === null || mine[at] < theirs[at]) ? 1 : theirs && theirs[at] !== null && mine[at] !== theirs[at] ? 2 : null);
  const body = hands.map(({ numbers, people }, at) => row("td", [numbers.join(", "), shown(mine[at]), ...(theirs ? [shown(theirs[at])] : []), people ? clockTime(people) : "–"], best(at)));
  const people = hands.map((hand) => hand.people ?? null);
  return [
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...body),
    make("tfoot", {}, row("td", ["Together", clockTime(total(mine)), ...(theirs ? [clockTime(total(theirs))] : []), clockTime(total(people))])),
  ];
}
