// A round in which the nearest answer counts: Countdown, and each target of Digits.

import { answerList, sentence, verdictParts } from "./answers.js";
import { ask, rulesNamed, send } from "./api.js";
import { Clock } from "./clock.js";
import { counted, fill, isCommand, make } from "./dom.js";
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
    Object.assign(this, { onEnd, next, unit, puzzle: null, isOver: true, round: 0, onNext: null });
    this.felt = new Felt({ name: "Table", tiles: true, onStep: (step) => this.stepMade(step) });
    this.clock = new Clock({
      onTick: (left) => this.showTime(left),
      onEnd: () => this.finish("Time is up."),
    });
    this.felt.extra.append(this.clock.element);
    this.told = make("div");
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
    return make("section", { class: "panel", "aria-label": "Typed answer" }, form, this.verdict);
  }

  buildTold() {
    return make("section", { class: "panel", "aria-label": "Best answer" }, this.told);
  }

  /** Shows an empty table and a button that begins the round. */
  wait(message, onclick, name = "Start") {
    this.clock.stop();
    this.felt.extra.hidden = true;
    this.isOver = true;
    this.round += 1;
    this.emptyPanels();
    fill(this.felt.steps);
    this.felt.goal.textContent = "?";
    this.felt.facts.textContent = "";
    this.felt.hand.style.setProperty("--pieces", 6);
    fill(this.felt.hand, ...Array.from({ length: 6 }, () => make("span", { class: "gap" })));
    this.offer({ name, onclick });
    this.felt.say(message);
  }

  /** Shows the one button that goes on, which `n` presses too; null for none. */
  offer(next) {
    this.onNext = next && next.onclick;
    this.felt.setButtons(...(next ? [keyButton(next.name, "n", next.onclick, { isMain: true })] : []));
  }

  emptyPanels() {
    fill(this.told, make("p", { class: "note" }, "The best answer stands here when the round is over."));
    fill(this.verdict);
  }

  /** Begins a round; `seconds` is 0 for no clock. */
  async deal(puzzle, { seconds = 0 } = {}) {
    const round = (this.round += 1);
    try {
      const { values } = await rulesNamed(puzzle.rules);
      if (round === this.round) this.begin(puzzle, values, seconds);
    } catch (error) {
      this.felt.say(sentence(error.message), "bad");
    }
  }

  begin(puzzle, values, seconds) {
    Object.assign(this, { puzzle, isOver: false, best: null, onNext: null, startedAt: performance.now() });
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
    if (isHidden || !isCommand(event)) return;
    if (event.key === "n" && this.onNext) this.onNext();
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
    const { round } = this;
    const { numbers, target, rules } = this.puzzle;
    try {
      const verdict = await send("check", { answer, numbers, target, rules });
      if (this.isOver || round !== this.round) return;
      fill(this.verdict, ...verdictParts({ answer, ...verdict }));
      if (verdict.distance === null) return;
      this.consider({ value: Fraction.from(verdict.value), text: answer });
      if (verdict.correct) this.finish();
    } catch (error) {
      if (round === this.round) fill(this.verdict, make("p", { class: "error" }, sentence(error.message)));
    }
  }

  /** Ends the round with the best answer. */
  async finish(reason = "") {
    if (this.isOver) return;
    this.isOver = true;
    this.clock.stop();
    const seconds = (performance.now() - this.startedAt) / 1000;
    this.felt.close({ isWon: this.best.value.equals(this.table.target) });
    await this.score(reason, seconds);
  }

  /** Asks the judge for the points; without its answer nothing is counted and one may ask again. */
  async score(reason, seconds) {
    const { round } = this;
    this.offer(null);
    let points = null;
    try {
      points = await this.points();
    } catch (error) {
      if (round === this.round) this.offerAgain(error, () => this.score(reason, seconds));
      return;
    }
    if (round !== this.round) return;
    this.showScore(points, reason, seconds);
    await this.showBest(round);
  }

  offerAgain(error, onclick) {
    this.offer({ name: "Try again", onclick });
    this.felt.focusNext();
    this.felt.say(sentence(error.message), "bad", "Your answer is kept; try again for its points.");
  }

  async points() {
    const { numbers, target, rules } = this.puzzle;
    const { points } = await send("check", { answer: this.best.text, numbers, target, rules });
    return points ?? 0;
  }

  showScore(points, reason, seconds) {
    const { text: answer, value, distance } = this.best;
    const isWon = value.equals(this.table.target);
    // Whoever is told the result may say what comes next.
    this.onEnd({ points, distance: `${distance}`, seconds });
    this.offer(this.next);
    this.felt.focusNext();
    const far = isWon ? "exactly" : `${distance} away from ${this.puzzle.target}`;
    this.felt.say(`${reason} ${answer} = ${value}, ${far}.`.trim(), isWon ? "good" : "", `${this.unit(points)}.`);
  }

  async showBest(round) {
    const { numbers, target, rules } = this.puzzle;
    let parts;
    try {
      parts = bestParts(await ask("solve", { numbers, target, rules }));
    } catch (error) {
      parts = [make("p", { class: "error" }, sentence(error.message))];
    }
    if (round === this.round) fill(this.told, ...parts);
  }

  showTime(left) {
    if (left === 10) this.felt.say("10 seconds left.");
  }
}

/** The best answers, under what they are. */
function bestParts({ solution_count: count, solutions, closest, distance }) {
  const ways = count ? `It can be made in ${counted(count, "way")}` : `Nobody gets nearer than ${distance}`;
  // A static copy holds one best answer and does not know how many there are.
  const title = EXPORTED ? "A best answer" : ways;
  return [make("h2", {}, title), answerList((count ? solutions : closest).slice(0, 3))];
}
