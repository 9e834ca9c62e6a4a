// A round in which the closest answer counts: Countdown, and each target of Digits.

import { answerList, MOST_LISTED, sentence, verdictParts } from "../shared/answers.js";
import { request, rulesNamed } from "../shared/core.js";
import { Clock, Stopwatch } from "./clock.js";
import { fill, isCommand, make, onViewChange } from "../shared/dom.js";
import { Felt, keyButton } from "./felt.js";
import { Fraction } from "../../facevalue/src/fraction.js";
import { Table } from "./table.js";
import { listed, sentences, t } from "../shared/language.js";

export const PLAYED = t("nearest.played");

export class NearestGame {
  /**
   * `onEnd(result)` gets the points, and whether it is the first result of its puzzle; `next`
   * is the button after a round, `{name, onclick}`.
   * `endButtons()` gives more buttons for the end, and `unit` turns points into words.
   */
  constructor(host, { onEnd, next = null, endButtons = () => [], unit = (points) => t("points", { count: points }) }) {
    Object.assign(this, { onEnd, next, endButtons, unit, puzzle: null, isOver: true, round: 0, onNext: null });
    this.felt = new Felt({ tiles: true, onStep: (step) => this.stepMade(step) });
    this.watch = new Stopwatch();
    this.clock = new Clock(this.watch, {
      onTick: (left) => this.showTime(left),
      onEnd: () => this.finish({ isTimeUp: true }),
    });
    this.felt.extra.append(this.clock.element);
    this.notes = make("div");
    host.classList.add("table-and-panels");
    host.append(this.felt.element, make("div", { class: "beside" }, this.buildTold(), this.buildForm()));
    document.addEventListener("keydown", (event) => this.key(event));
    onViewChange(() => this.viewChanged());
  }

  buildForm() {
    this.typed = make("input", { type: "text", class: "is-code", disabled: true, autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "300", placeholder: "(75+7)*(8+2)" });
    this.verdict = make("div", { "aria-live": "polite" });
    const form = make(
      "form",
      { onsubmit: (event) => this.judge(event) },
      make("label", { class: "field" }, make("span", {}, t("typed.answer")), this.typed),
      make("div", { class: "button-row" }, make("button", { class: "button" }, t("button.check"))),
    );
    return make("section", { class: "panel", "aria-label": t("typed.name") }, form, this.verdict);
  }

  buildTold() {
    return make("section", { class: "panel", "aria-label": t("nearest.best") }, this.notes);
  }

  /** Shows an empty table and a button that begins the round. */
  wait(message, onclick, name = t("start")) {
    this.viewChanged();
    this.clock.stop();
    this.felt.extra.hidden = true;
    this.isOver = true;
    this.puzzle = null;
    this.round += 1;
    this.emptyPanels();
    this.felt.clear(6);
    this.typed.disabled = true;
    this.offer({ name, onclick });
    this.felt.say(message);
  }

  /** Shows the one button that continues, which `n` also presses; null to hide it. Others may follow. */
  offer(next, others = []) {
    this.onNext = next && next.onclick;
    this.felt.setButtons(...(next ? [keyButton(next.name, "n", next.onclick, { isMain: true })] : []), ...others);
  }

  emptyPanels() {
    fill(this.notes, make("p", { class: "note" }, t("nearest.later")));
    fill(this.verdict);
  }

  /** Begins or resumes a round; `seconds` is 0 for no clock, `visit` is null for a part of a game. */
  async deal(puzzle, { seconds = 0, visit = null, note = visit?.isOver ? PLAYED : "" } = {}) {
    const round = (this.round += 1);
    try {
      const { values } = await rulesNamed(puzzle.rules);
      if (round === this.round) this.begin(puzzle, values, { seconds, visit, note });
    } catch (error) {
      this.felt.say(sentence(error.message), "bad");
    }
  }

  begin(puzzle, values, { seconds, visit, note }) {
    this.viewChanged();
    const past = pastOf(visit);
    Object.assign(this, { puzzle, visit, isOver: false, isScored: false, best: null, judged: "", onNext: null });
    this.watch.reset(past.seconds);
    this.table = new Table(puzzle.numbers, { target: puzzle.target, values });
    this.felt.deal(this.table);
    Object.assign(this.typed, { value: "", disabled: false });
    this.emptyPanels();
    this.felt.setButtons(
      keyButton(t("button.undo"), "⌫", () => this.felt.view.undo()),
      keyButton(t("button.clear"), "Esc", () => this.felt.view.clear()),
      keyButton(t("button.submit"), "Enter", () => this.finish(), { isMain: true }),
    );
    if (past.best) this.consider({ value: Fraction.from(past.best.value), text: past.best.text });
    this.consider();
    this.felt.say(t("nearest.task", { target: puzzle.target, numbers: listed(puzzle.numbers) }), "", note);
    this.viewChanged();
    const limit = past.limit ?? seconds;
    this.felt.extra.hidden = !limit;
    visit?.keep({ progress: { limit } });
    if (limit) this.clock.start(limit);
  }

  /** The time counts only while the round is on view. */
  viewChanged() {
    if (!this.puzzle || this.isOver) return;
    this.watch.run(this.felt.isOnView);
    this.visit?.keep({ seconds: this.watch.seconds });
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
    this.felt.say(t("table.step", { step }));
  }

  /** Keeps the nearest number on the table, if it is nearer than the best one before. */
  consider({ value, text } = this.table.nearest) {
    const distance = value.distance(this.table.target);
    if (this.best && distance.compare(this.best.distance) >= 0) return;
    this.best = { value, text, distance };
    this.visit?.keep({ seconds: this.watch.seconds, progress: { best: { value: `${value}`, text } } });
    this.felt.facts.textContent = t("nearest.so_far", { value, distance });
  }

  async judge(event) {
    event.preventDefault();
    if (this.isOver) return;
    const { round } = this;
    try {
      const verdict = await this.considerTyped();
      if (verdict?.correct && round === this.round) this.finish();
    } catch (error) {
      if (round === this.round) fill(this.verdict, make("p", { class: "error" }, sentence(error.message)));
    }
  }

  /** Checks what is typed, unless it was checked before, and keeps its value if it is nearer. */
  async considerTyped() {
    const answer = this.typed.value.trim();
    if (!answer || answer === this.judged) return null;
    const { round } = this;
    const { numbers, target, rules } = this.puzzle;
    const verdict = await request("check", { answer, numbers, target, rules, syntax: "relaxed" });
    if (round !== this.round || this.isScored) return null;
    this.judged = answer;
    fill(this.verdict, ...verdictParts({ answer, ...verdict }));
    if (verdict.distance !== null) this.consider({ value: Fraction.from(verdict.value), text: answer });
    return verdict;
  }

  /** Ends the round with the best answer, what is typed included. */
  async finish({ isTimeUp = false } = {}) {
    if (this.isOver) return;
    this.watch.run(false);
    this.isOver = true;
    this.clock.stop();
    this.felt.close({ isWon: false });
    if (isTimeUp) this.felt.keepFocus();
    await this.score(isTimeUp);
  }

  /** Requests the points; if that fails, nothing is counted and the player may try again. */
  async score(isTimeUp) {
    const { round } = this;
    this.offer(null);
    let points = null;
    try {
      if (!this.best.value.equals(this.table.target)) await this.considerTyped();
      points = await this.points();
    } catch (error) {
      if (round === this.round) this.offerAgain(error, isTimeUp);
      return;
    }
    if (round !== this.round) return;
    this.showScore(points, isTimeUp);
    await this.showBest(round);
  }

  offerAgain(error, isTimeUp) {
    this.offer({ name: t("again"), onclick: () => this.score(isTimeUp) });
    if (!isTimeUp) this.felt.focusNext();
    this.felt.say(sentence(error.message), "bad", t("nearest.saved"));
  }

  async points() {
    const { numbers, target, rules } = this.puzzle;
    const { points } = await request("check", { answer: this.best.text, numbers, target, rules, syntax: "relaxed" });
    return points ?? 0;
  }

  showScore(points, isTimeUp) {
    const { text: answer, value, distance } = this.best;
    const isWon = value.equals(this.table.target);
    this.isScored = true;
    this.felt.close({ isWon });
    const result = { points, distance: `${distance}`, solved: isWon };
    const isFirst = this.visit?.settle(result, { seconds: this.watch.seconds }) ?? true;
    // The receiver of the result may decide what comes next.
    this.onEnd({ ...result, isFirst });
    this.offer(this.next, this.endButtons());
    if (!isTimeUp) this.felt.focusNext();
    const far = isWon ? t("nearest.exactly", { answer, value }) : t("nearest.away", { answer, value, distance, target: this.puzzle.target });
    const worth = t("nearest.unit", { points: this.unit(points) });
    this.felt.say(sentences(isTimeUp && t("nearest.time_up"), far), isWon ? "good" : "", sentences(worth, !isFirst && t("game24.replay")));
  }

  async showBest(round) {
    const { numbers, target, rules } = this.puzzle;
    let parts;
    try {
      parts = bestParts(await request("solve", { numbers, target, rules, most: MOST_LISTED }));
    } catch (error) {
      parts = [make("p", { class: "error" }, sentence(error.message))];
    }
    if (round !== this.round) return;
    fill(this.notes, ...parts);
    this.notes.scrollIntoView({ block: "nearest" });
  }

  showTime(left) {
    if (left === 10) this.felt.say(t("nearest.ten"));
  }
}

/** What a round resumes from: the time that ran, its clock, and the best number so far. */
function pastOf(visit) {
  if (!visit || visit.isOver) return { seconds: 0 };
  const { seconds, progress: { limit, best } } = visit.now;
  const isRead = /^-?\d+(\/[1-9]\d*)?$/.test(best?.value) && typeof best.text === "string"; // storage may be damaged
  return { seconds, limit: Number(limit) || undefined, best: isRead ? best : null };
}

/** The best answers, under what they are. */
function bestParts({ solution_count: count, solutions, closest, distance }) {
  const title = count ? t("nearest.ways", { count }) : t("nearest.no_closer", { distance });
  return [make("h2", {}, title), answerList((count ? solutions : closest).slice(0, 3))];
}
