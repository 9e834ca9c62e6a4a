// Digits: six numbers and five targets; each is worth up to three stars.

import { sentence } from "../shared/answers.js";
import { rulesNamed } from "../shared/api.js";
import { counted, fill, make } from "../shared/dom.js";
import { NearestGame, PLAYED } from "./nearest_game.js";

const starWords = (stars) => counted(stars, "star");

export class DigitsGame {
  /** `onEnd({stars, isFirst})` gets the stars of all targets; `again` starts over, or is null. */
  constructor(host, { onEnd, again = null }) {
    Object.assign(this, { onEnd, again, stars: [] });
    this.list = make("ol", { class: "targets", "aria-label": "Targets" });
    const unit = starWords;
    this.game = new NearestGame(host, { onEnd: (result) => this.targetEnded(result), unit });
    this.game.felt.element.prepend(this.list);
  }

  /** Begins, or resumes with the target after those that were played. */
  async deal({ numbers, targets, rules }, visit) {
    try {
      const { scoring } = await rulesNamed(rules);
      const most = scoring.points[0][1]; // for the target itself
      Object.assign(this, { numbers, targets, rules, most, visit, stars: visit.isOver ? [] : starsOf(visit, targets) });
      this.play();
    } catch (error) {
      this.game.felt.say(sentence(error.message), "bad");
    }
  }

  play() {
    this.showTargets();
    this.viewChanged();
    const note = this.visit.isOver && !this.stars.length ? PLAYED : "";
    this.game.deal({ numbers: this.numbers, target: this.targets[this.stars.length], rules: this.rules }, { note });
  }

  viewChanged() {
    if (this.visit && this.game.felt.isOnView) this.visit.keep();
    this.game.viewChanged();
  }

  targetEnded({ points }) {
    this.stars.push(points);
    // Kept at once: the best answer is shown now, and a reload must not deal the target again.
    this.visit.keep({ progress: { stars: this.stars } });
    this.showTargets();
    const isLast = this.stars.length === this.targets.length;
    this.game.next = isLast ? this.again && { name: "New numbers", onclick: this.again } : { name: "Next target", onclick: () => this.play() };
    if (!isLast) return;
    const result = { stars: this.total, of: this.most * this.targets.length };
    const isFirst = this.visit.settle({ ...result, solved: result.stars === result.of });
    this.onEnd({ ...result, isFirst });
  }

  get total() {
    return this.stars.reduce((sum, stars) => sum + stars, 0);
  }

  showTargets() {
    fill(this.list, ...this.targets.map((target, at) => this.targetItem(target, at)));
  }

  targetItem(target, at) {
    const stars = this.stars[at];
    const isNow = at === this.stars.length;
    const drawn = "★".repeat(stars ?? 0) + "☆".repeat(this.most - (stars ?? 0));
    const words = stars === undefined ? "to play" : starWords(stars);
    return make(
      "li",
      { "aria-current": isNow ? "step" : null },
      make("strong", {}, String(target)),
      make("span", { "aria-hidden": "true" }, drawn),
      make("span", { class: "unseen" }, words),
    );
  }
}

/** The stars of the targets that were played before; at least one target is left to play. */
function starsOf(visit, targets) {
  const stars = visit.now.progress.stars ?? [];
  return [...stars].slice(0, targets.length - 1);
}
