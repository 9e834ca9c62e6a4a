// Digits: six numbers and five targets; each is worth up to three stars.

import { sentence } from "./answers.js";
import { rulesNamed } from "./api.js";
import { counted, fill, make } from "./dom.js";
import { NearestGame } from "./nearest_game.js";

const starWords = (stars) => counted(stars, "star");

export class DigitsGame {
  /** `onEnd({stars})` is told the stars of all targets; `again` begins anew, or null. */
  constructor(host, { onEnd, again = null }) {
    Object.assign(this, { onEnd, again, stars: [] });
    this.list = make("ol", { class: "targets", "aria-label": "Targets" });
    const unit = starWords;
    this.game = new NearestGame(host, { onEnd: (result) => this.targetEnded(result), unit });
    this.game.felt.element.prepend(this.list);
  }

  async deal({ numbers, targets, rules }) {
    try {
      const { scoring } = await rulesNamed(rules);
      const most = scoring.points[0][1]; // for the target itself
      Object.assign(this, { numbers, targets, rules, most, stars: [] });
      this.play();
    } catch (error) {
      this.game.felt.say(sentence(error.message), "bad");
    }
  }

  play() {
    this.showTargets();
    this.game.deal({ numbers: this.numbers, target: this.targets[this.stars.length], rules: this.rules });
  }

  targetEnded({ points }) {
    this.stars.push(points);
    this.showTargets();
    const isLast = this.stars.length === this.targets.length;
    this.game.next = isLast ? this.again && { name: "New numbers", onclick: this.again } : { name: "Next target", onclick: () => this.play() };
    if (isLast) this.onEnd({ stars: this.total, of: this.most * this.targets.length });
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
