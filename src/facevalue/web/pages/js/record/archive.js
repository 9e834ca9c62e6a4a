// The days that can be played, a month at a time, with what was done on each.

import { dateWords, dailyVisit, dayAfter, GAMES, gameTitle, stateOf, today } from "./days.js";
import { pageAddress } from "../shared/shell.js";
import { fill, make } from "../shared/dom.js";
import { listed, t } from "../shared/language.js";

const MONDAY = "2026-01-05";
const MARKS = { unplayed: "·", begun: "◔", played: "◑", solved: "●" };

/** The first day of the month of a day, and of the month before or after. */
const monthOf = (date, by = 0) => {
  const [year, month] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10);
};

export class Archive {
  /** Draws into `host`. */
  constructor(host) {
    Object.assign(this, { host, month: null });
  }

  /** Shows the month of a day; `first` is the first day that has puzzles. */
  show({ date, first }) {
    Object.assign(this, { date, first });
    this.showMonth(monthOf(date));
  }

  showMonth(month) {
    this.month = month;
    const turn = (by, sign) => {
      const other = monthOf(month, by);
      const isOut = other > today() || other < monthOf(this.first);
      const name = dateWords(other, { month: "long", year: "numeric" });
      return make("button", { type: "button", class: "icon-button", disabled: isOut, "aria-label": name, title: name, onclick: () => this.turn(by) }, sign);
    };
    const title = dateWords(month, { month: "long", year: "numeric" });
    const legend = Object.entries(MARKS).slice(1).map(([state, mark]) => `${mark} ${t(`state.${state}`)}`).join("  ");
    fill(
      this.host,
      make("div", { class: "month-row" }, turn(-1, "‹"), make("strong", { "aria-live": "polite" }, title), turn(1, "›")),
      make("table", { class: "month" }, make("caption", { class: "unseen" }, title), this.head(), make("tbody", {}, ...this.weeks())),
      make("p", { class: "note" }, t("archive.order", { legend })),
    );
  }

  turn(by) {
    this.showMonth(monthOf(this.month, by));
    const [before, after] = this.host.querySelectorAll(".month-row button");
    const wanted = by < 0 ? before : after;
    (wanted.disabled ? (by < 0 ? after : before) : wanted).focus();
  }

  head() {
    const names = Array.from({ length: 7 }, (_, at) => dayAfter(MONDAY, at));
    return make("thead", {}, make("tr", {}, ...names.map((day) => make("th", { scope: "col", abbr: dateWords(day, { weekday: "long" }) }, dateWords(day, { weekday: "short" })))));
  }

  weeks() {
    const start = dayAfter(this.month, -((new Date(`${this.month}T00:00:00Z`).getUTCDay() + 6) % 7));
    const after = monthOf(this.month, 1);
    const rows = [];
    for (let monday = start; monday < after; monday = dayAfter(monday, 7)) {
      const days = Array.from({ length: 7 }, (_, at) => dayAfter(monday, at));
      rows.push(make("tr", {}, ...days.map((day) => make("td", {}, monthOf(day) === this.month ? this.day(day) : null))));
    }
    return rows;
  }

  day(date) {
    const number = String(Number(date.slice(-2)));
    if (date < this.first || date > today()) return make("span", { class: "day is-out" }, number);
    const states = GAMES.map((game) => stateOf(dailyVisit(date, game).now));
    const words = listed(GAMES.map((game, at) => t("archive.game", { game: gameTitle(game), state: t(`state.${states[at]}`) })));
    return make(
      "a",
      { class: "day", href: pageAddress("daily", `date=${date}`), "aria-label": t("archive.day", { date: dateWords(date), games: words }), "aria-current": date === this.date ? "date" : null },
      number,
      make("span", { class: "marks", "aria-hidden": "true" }, states.map((state) => MARKS[state]).join("")),
    );
  }
}
