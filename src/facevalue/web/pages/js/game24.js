// A round of 24: the table, a typed answer, hints, giving up, and what comes of it.

import { answerList, difficultyWords, sentence, verdictParts } from "./answers.js";
import { ask, send } from "./api.js";
import { clockTime, counted, fill, isCommand, make } from "./dom.js";
import { Felt, keyButton } from "./felt.js";
import { choose, setting } from "./store.js";
import { Table } from "./table.js";

export class Game24 {
  /** `onEnd(result)` is told how a round ended; `onNext()` deals again, or null for one round. */
  constructor(host, { onEnd, onNext = null }) {
    Object.assign(this, { onEnd, onNext, puzzle: null, isOver: true, round: 0, hinting: null, asked: 0 });
    this.felt = new Felt({ name: "Table", onStep: (step) => this.stepMade(step) });
    this.panels = make("div", { class: "columns" }, ...this.buildPanels());
    host.append(this.felt.element, this.panels);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  buildPanels() {
    this.typed = make("input", { id: "typed", type: "text", class: "is-code", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "200", placeholder: "(2*5-6)*6" });
    this.verdict = make("div", { "aria-live": "polite" });
    const form = make(
      "form",
      { onsubmit: (event) => this.judge(event) },
      make("label", { class: "field" }, make("span", {}, "Or type the whole answer"), this.typed),
      make("div", { class: "button-row" }, make("button", { class: "button" }, "Check")),
    );
    this.told = make("div");
    const judged = make("section", { class: "panel", "aria-label": "Typed answer" }, form, this.verdict);
    this.toldPanel = make("section", { class: "panel", "aria-label": "Hints and solutions" }, this.told);
    return [judged, this.toldPanel];
  }

  /** Begins a round with a puzzle of the API: numbers, target, rules, cards. */
  deal(puzzle) {
    this.puzzle = puzzle;
    Object.assign(this, { isOver: false, level: 0, hintIsLast: false, startedAt: performance.now() });
    this.round += 1;
    this.asked += 1;
    this.table = new Table(puzzle.numbers, { target: puzzle.target, cards: puzzle.cards ?? [] });
    this.felt.deal(this.table);
    this.felt.facts.textContent = "";
    this.typed.value = "";
    fill(this.verdict);
    fill(this.told, make("p", { class: "note" }, "Hints and, at the end, all solutions stand here."));
    this.showButtons();
    this.felt.say(`${puzzle.numbers.join(", ")}. Use every number once to make ${puzzle.target}.`);
  }

  showButtons() {
    if (this.isOver) {
      const next = this.onNext ? [keyButton("Next hand", "n", () => this.onNext(), { isMain: true })] : [];
      return this.felt.setButtons(...next);
    }
    const claim = setting("deals_unsolvable", false) && this.onNext ? [keyButton("No solution", "", () => this.claim())] : [];
    this.felt.setButtons(
      keyButton("Undo", "⌫", () => this.felt.view.undo()),
      keyButton("Clear", "Esc", () => this.felt.view.clear()),
      keyButton("Hint", "h", () => this.hint()),
      ...claim,
      keyButton("Show solutions", "", () => this.giveUp()),
      ...(this.onNext ? [keyButton("Next", "n", () => this.onNext())] : []),
    );
  }

  key(event) {
    const isHidden = this.felt.element.offsetParent === null;
    if (isHidden || !this.puzzle || !isCommand(event)) return;
    const key = event.key.toLowerCase();
    if (key === "h" && !this.isOver) this.hint();
    else if (key === "n" && this.onNext) this.onNext();
    else this.felt.view.handlesKey(event);
  }

  /** Whether an answer comes too late: the round it was asked for is over. */
  isLate(round) {
    return this.isOver || round !== this.round;
  }

  stepMade(step) {
    const { left, target } = this.table;
    if (left.length > 1) {
      this.felt.say(`${step}.`);
      return this.warn(step);
    }
    if (left[0].value.equals(target)) return this.win(left[0].text);
    this.felt.say(`${step}, not ${target}. Undo takes steps back.`, "bad");
  }

  /** Says so, quietly, when nothing makes the target from what is left. */
  async warn(step) {
    if (!setting("warns", true)) return;
    const question = { numbers: this.table.numbers, target: this.puzzle.target, rules: this.puzzle.rules };
    const asked = ++this.asked;
    const answer = await ask("count", question).catch(() => null);
    const isLate = asked !== this.asked || this.table.steps.at(-1) !== step;
    if (isLate || answer?.solution_count !== 0) return;
    this.felt.say(`${step}.`, "", `From here there is no way to ${this.puzzle.target}.`);
  }

  async judge(event) {
    event.preventDefault();
    if (this.isOver || !this.typed.value.trim()) return;
    const { round, typed: { value: answer } } = this;
    const { numbers, target, rules } = this.puzzle;
    try {
      const verdict = await send("check", { answer, numbers, target, rules });
      if (this.isLate(round)) return;
      fill(this.verdict, ...verdictParts({ answer, ...verdict }));
      if (verdict.correct) this.win(answer);
    } catch (error) {
      if (!this.isLate(round)) fill(this.verdict, make("p", { class: "error" }, sentence(error.message)));
    }
  }

  async hint() {
    if (this.isOver || this.hintIsLast || this.hinting === this.round) return;
    const { round } = this;
    const { numbers, target, rules } = this.puzzle;
    this.hinting = round;
    await this.trying(async () => {
      const hint = await ask("hint", { numbers, target, rules, level: this.level + 1 });
      if (this.isLate(round)) return;
      this.level += 1;
      this.hintIsLast = hint.is_last;
      fill(this.told, make("h2", {}, "Hints"), make("ul", { class: "hints" }, ...hint.lines.map((line) => make("li", {}, line))));
      this.felt.say(`Hint: ${hint.lines.at(-1)}`);
    });
    if (this.hinting === round) this.hinting = null;
  }

  win(answer) {
    const seconds = (performance.now() - this.startedAt) / 1000;
    const hints = this.level ? ` with ${counted(this.level, "hint")}` : "";
    this.end({ solved: true, seconds, hints: this.level });
    this.felt.say(`${answer} = ${this.puzzle.target}`, "good", `Solved in ${clockTime(seconds)}${hints}.`);
  }

  giveUp() {
    this.end({ solved: false, seconds: (performance.now() - this.startedAt) / 1000, hints: this.level });
    this.felt.say("The solutions are below.");
  }

  /** The claim that this hand has no solution. */
  async claim() {
    const { numbers, target, rules } = this.puzzle;
    await this.trying(async (round) => {
      const { solution_count: count } = await ask("count", { numbers, target, rules });
      if (this.isLate(round)) return;
      const seconds = (performance.now() - this.startedAt) / 1000;
      this.end({ solved: count === 0, seconds, hints: this.level });
      if (count) this.felt.say(`There ${count === 1 ? "is" : "are"} ${counted(count, "solution")}.`, "bad");
      else this.felt.say("Right: there is no solution.", "good");
    });
  }

  end(result) {
    this.isOver = true;
    this.asked += 1;
    this.felt.close({ isWon: result.solved });
    this.showButtons();
    this.felt.focusNext();
    this.onEnd(result);
    this.showSolutions();
  }

  async showSolutions() {
    const { numbers, target, rules } = this.puzzle;
    await this.trying(async (round) => {
      const [found, rated] = await Promise.all([
        ask("solve", { numbers, target, rules }),
        ask("difficulty", { numbers, target, rules }),
      ]);
      if (round !== this.round) return;
      fill(
        this.told,
        make("h2", {}, solutionsTitle(found)),
        make("p", { class: "note" }, difficultyWords(rated.difficulty)),
        answerList(found.solutions),
      );
    });
  }

  /** Does work for this round; an error that comes after it is not told. */
  async trying(work) {
    const { round } = this;
    try {
      await work(round);
    } catch (error) {
      if (round === this.round) this.felt.say(sentence(error.message), "bad");
    }
  }
}

function solutionsTitle({ solution_count: count, solutions, truncated }) {
  if (truncated) return `${counted(count, "solution")}, the first ${solutions.length} of them`;
  if (count === 1) return "The only solution";
  return count ? `All ${count} solutions` : "No solution";
}

/** A box to tick that is remembered. */
export function settingBox(name, usual, words, onchange = () => {}) {
  const box = make("input", { type: "checkbox" });
  box.checked = setting(name, usual);
  box.addEventListener("change", () => {
    choose(name, box.checked);
    onchange(box.checked);
  });
  return make("label", { class: "check" }, box, make("span", {}, words));
}
