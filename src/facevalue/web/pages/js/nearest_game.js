// A round in which the nearest answer counts: Countdown, and each target of Digits.

import { answerList, sentence, verdictParts } from "./answers.js";
import { ask, rulesNamed, send } from "./api.js";
import { Clock } from "./clock.js";
import { fill, isTyping, make } from "./dom.js";
import { Felt, keyButton } from "./felt.js";
import { Fraction } from "./fraction.js";
import { EXPORTED } from "./site.js";
import { Table } from "./table.js";

export class NearestGame {
  /**
   * `onEnd(result)` is told the points; `next` is the button after a round, `{name, onclick}`.
   * `unit` turns points into words.
   */
  constructor(host, { onEnd, next = null, unit = (points) => `${points} points` }) {
    Object.assign(this, { onEnd, next, unit, puzzle: null, isOver: true });
    this.felt = new Felt({ name: "Table", tiles: true, onStep: (step) => this.stepMade(step) });
    this.clock = new Clock({
      onTick: (left) => this.showTime(left),
      onEnd: () => this.finish("Time is up."),
    });
    this.felt.extra.append(this.clock.element);
    this.told = make("div", { "aria-live": "polite" });
    host.append(this.felt.element, make("div", { class: "columns" }, this.buildForm(), this.buildTold()));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  buildForm() {
    this.typed = make("input", { type: "text", class: "is-code", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "300", placeholder: "(75+7)*(8+2)" });
    this.verdict = make("div", { "aria-live": "polite" });
    const form = make(
      "form",
      { onsubmit: (event) => this.judge(event) },
      make("label", { class: "field" }, make("span", {}, "Or type an answer"), this.typed),
      make("div", { class: "button-row" }, make("button", { class: "button" }, "Check")),
    );
    return make("section", { class: "panel", "aria-label": "Typed answer", hidden: EXPORTED }, form, this.verdict);
  }

  buildTold() {
    return make("section", { class: "panel", "aria-label": "Best answer" }, this.told);
  }

  /** Shows an empty table and a button that begins the round. */
  wait(message, onclick, name = "Start") {
    this.clock.stop();
    this.felt.extra.hidden = true;
    this.isOver = true;
    this.emptyPanels();
    fill(this.felt.steps);
    this.felt.goal.textContent = "?";
    this.felt.facts.textContent = "";
    this.felt.hand.style.setProperty("--pieces", 6);
    fill(this.felt.hand, ...Array.from({ length: 6 }, () => make("span", { class: "gap" })));
    this.felt.setButtons(keyButton(name, "n", onclick, { isMain: true }));
    this.begin = onclick;
    this.felt.say(message);
  }

  emptyPanels() {
    fill(this.told, make("p", { class: "note" }, "The best answer stands here when the round is over."));
    fill(this.verdict);
  }

  /** Begins a round; `seconds` is 0 for no clock. */
  async deal(puzzle, { seconds = 0 } = {}) {
    const { values } = await rulesNamed(puzzle.rules);
    Object.assign(this, { puzzle, isOver: false, best: null, startedAt: performance.now() });
    this.table = new Table(puzzle.numbers, { target: puzzle.target, values });
    this.felt.deal(this.table);
    this.typed.value = "";
    this.emptyPanels();
    this.felt.setButtons(
      keyButton("Undo", "⌫", () => this.felt.view.undo()),
      keyButton("Clear", "Esc", () => this.felt.view.clear()),
      keyButton("That is my answer", "Enter", () => this.finish(), { isMain: true }),
    );
    this.felt.extra.hidden = !seconds;
    this.consider();
    if (seconds) this.clock.start(seconds);
    this.felt.say(`Make ${puzzle.target} from ${puzzle.numbers.join(", ")}.`);
  }

  key(event) {
    const isHidden = this.felt.element.offsetParent === null;
    if (isHidden || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n" && this.isOver) (this.begin ?? this.next?.onclick)?.();
    else if (event.key === "Enter" && !this.isOver && !event.target.closest("button, a, summary")) this.finish();
    else if (!this.isOver) this.felt.view.handlesKey(event);
  }

  stepMade(step) {
    const { value } = this.table.nearest;
    this.consider();
    if (value.equals(this.table.target)) return this.finish();
    this.felt.say(`${step}.`);
  }

  /** Keeps the nearest number on the table, if it is nearer than the best one before. */
  consider({ value, text } = this.table.nearest) {
    const distance = value.distance(this.table.target);
    if (this.best && !distance.isLess(this.best.distance)) return;
    this.best = { value, text, distance };
    this.felt.facts.textContent = `Best so far: ${value}, ${distance} away`;
  }

  async judge(event) {
    event.preventDefault();
    const answer = this.typed.value.trim();
    if (this.isOver || !answer) return;
    const { numbers, target, rules } = this.puzzle;
    try {
      const verdict = await send("check", { answer, numbers, target, rules });
      fill(this.verdict, ...verdictParts({ answer, ...verdict }));
      if (this.isOver || verdict.distance === null) return;
      this.consider({ value: Fraction.from(verdict.value), text: answer });
      if (verdict.correct) this.finish();
    } catch (error) {
      fill(this.verdict, make("p", { class: "error" }, sentence(error.message)));
    }
  }

  /** Ends the round: the judge gives points for the best answer. */
  async finish(reason = "") {
    if (this.isOver) return;
    this.isOver = true;
    this.begin = null;
    this.clock.stop();
    const seconds = (performance.now() - this.startedAt) / 1000;
    const { text: answer, value, distance } = this.best;
    const isWon = value.equals(this.table.target);
    this.felt.close({ isWon });
    const { numbers, target, rules } = this.puzzle;
    // A static copy has no judge; what was made on the table is right by the way it was made.
    const made = EXPORTED ? { distance: `${distance}` } : {};
    const verdict = await send("check", { answer, numbers, target, rules, ...made }).catch(() => ({ points: 0 }));
    const points = verdict.points ?? 0;
    // Whoever is told the result may say what comes next.
    this.onEnd({ points, distance: `${distance}`, seconds });
    const next = this.next;
    this.felt.setButtons(...(next ? [keyButton(next.name, "n", next.onclick, { isMain: true })] : []));
    this.felt.buttons.querySelector("button")?.focus({ preventScroll: true });
    const far = isWon ? "exactly" : `${distance} away from ${target}`;
    this.felt.say(`${reason} ${answer} = ${value}, ${far}.`.trim(), isWon ? "good" : "", `${this.unit(points)}.`);
    await this.showBest();
  }

  async showBest() {
    const { numbers, target, rules } = this.puzzle;
    try {
      const found = await ask("solve", { numbers, target, rules });
      const count = found.solution_count;
      const best = count ? found.solutions.slice(0, 3) : found.closest.slice(0, 3);
      const ways = count ? `It can be made in ${count === 1 ? "1 way" : `${count} ways`}` : `Nobody gets nearer than ${found.distance}`;
      // A static copy holds one best answer and does not know how many there are.
      const title = EXPORTED ? "A best answer" : ways;
      fill(this.told, make("h2", {}, title), answerList(best));
    } catch (error) {
      fill(this.told, make("p", { class: "error" }, sentence(error.message)));
    }
  }

  showTime(left) {
    if (left === 10) this.felt.say("10 seconds left.");
  }
}
