// Digits: six numbers and five targets, in any order; each is worth up to three stars.

import { sentence } from "../shared/answers.js";
import { rulesNamed } from "../shared/core.js";
import { fill, make } from "../shared/dom.js";
import { NearestGame, PLAYED } from "./nearest_game.js";
import { setting } from "../record/store.js";
import { t } from "../shared/language.js";

const starWords = (stars) => t("stars", { count: stars });
const ADMIRED = 1500; // milliseconds before the next target, where it comes by itself

export class DigitsGame {
  /**
   * `onEnd({stars, isFirst})` gets the stars of all targets; `again` starts over, or is null;
   * `endButtons()` gives more buttons for the end of the last target.
   */
  constructor(host, { onEnd, again = null, endButtons = () => [] }) {
    Object.assign(this, { onEnd, again, stars: [] });
    this.list = make("ol", { class: "targets", "aria-label": t("digits.targets") });
    const options = { unit: starWords, endButtons: () => (this.isFinished ? endButtons() : []) };
    this.game = new NearestGame(host, { onEnd: (result) => this.targetEnded(result), ...options });
    this.game.felt.element.prepend(this.list);
  }

  /** Begins, or resumes with the targets that were not played. */
  async deal({ numbers, targets, rules }, visit) {
    try {
      const { scoring } = await rulesNamed(rules);
      const most = scoring.points[0][1]; // for the target itself
      const stars = visit.isOver ? targets.map(() => null) : starsOf(visit, targets);
      Object.assign(this, { numbers, targets, rules, most, visit, stars, note: visit.isOver ? PLAYED : "" });
      this.play(stars.indexOf(null));
    } catch (error) {
      this.game.felt.say(sentence(error.message), "bad");
    }
  }

  get isFinished() {
    return !this.stars.includes(null);
  }

  /** Begins one of the targets that were not played. */
  play(at) {
    this.at = at;
    this.showTargets();
    this.viewChanged();
    this.game.deal({ numbers: this.numbers, target: this.targets[at], rules: this.rules }, { note: this.note });
    this.note = "";
  }

  viewChanged() {
    if (this.visit && this.game.felt.isOnView) this.visit.keep();
    this.game.viewChanged();
  }

  targetEnded({ points }) {
    this.stars[this.at] = points;
    // Kept at once: the best answer is shown now, and a reload must not deal the target again.
    this.visit.keep({ progress: { stars: this.stars } });
    const next = this.stars.indexOf(null, this.at) < 0 ? this.stars.indexOf(null) : this.stars.indexOf(null, this.at);
    this.at = next;
    this.showTargets();
    if (this.isFinished) return this.finish();
    this.game.next = { name: t("digits.next"), onclick: () => this.play(next) };
    const { round } = this.game;
    if (points === this.most && setting("advances", false)) setTimeout(() => round === this.game.round && this.play(next), ADMIRED);
  }

  finish() {
    this.game.next = this.again && { name: t("digits.new"), onclick: this.again };
    const result = { stars: this.total, of: this.most * this.targets.length };
    const isFirst = this.visit.settle({ ...result, solved: result.stars === result.of });
    this.onEnd({ ...result, isFirst });
  }

  get total() {
    return this.stars.reduce((sum, stars) => sum + stars, 0);
  }

  showTargets() {
    const focused = [...this.list.querySelectorAll("button")].indexOf(document.activeElement);
    fill(this.list, ...this.targets.map((target, at) => this.targetItem(target, at)));
    this.list.querySelectorAll("button")[focused]?.focus();
  }

  targetItem(target, at) {
    const stars = this.stars[at];
    const drawn = "★".repeat(stars ?? 0) + "☆".repeat(this.most - (stars ?? 0));
    const words = stars === null ? t("digits.to_play") : starWords(stars);
    return make(
      "li",
      { "aria-current": at === this.at ? "step" : null },
      make(
        "button",
        { type: "button", disabled: stars !== null, onclick: () => (at !== this.at || this.game.isOver) && this.play(at) },
        make("strong", {}, String(target)),
        make("span", { "aria-hidden": "true" }, drawn),
        make("span", { class: "unseen" }, ` ${words}`),
      ),
    );
  }
}

/** The stars of each target, or null if it was not played; at least one target is left to play. */
function starsOf(visit, targets) {
  const stored = visit.now.progress.stars;
  const known = Array.isArray(stored) ? stored : []; // storage may be damaged
  const stars = targets.map((_, at) => (Number.isInteger(known[at]) ? known[at] : null));
  if (!stars.includes(null)) stars[stars.length - 1] = null;
  return stars;
}
