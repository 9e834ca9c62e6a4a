// A round of 24: the table, a typed answer, hints, giving up, and what comes of it.

import { answerList, difficultyWords, sentence, verdictParts } from "../shared/answers.js";
import { request, send } from "../shared/api.js";
import { Stopwatch } from "./clock.js";
import { clockTime, counted, fill, isCommand, make, onViewChange } from "../shared/dom.js";
import { Felt, keyButton } from "./felt.js";
import { choose, isSolvedAlone, setting } from "../shared/store.js";
import { Table } from "./table.js";

export class Game24 {
  /** `onEnd(isFirst)` is called after a round; `onNext()` deals again, or null for one round. */
  constructor(host, { onEnd, onNext = null }) {
    Object.assign(this, { onEnd, onNext, puzzle: null, isOver: true, round: 0, hinting: null, checks: 0 });
    this.watch = new Stopwatch();
    this.felt = new Felt({ name: "Table", onStep: (step) => this.stepMade(step) });
    this.panels = make("div", { class: "columns" }, ...this.buildPanels());
    host.append(this.felt.element, this.panels);
    document.addEventListener("keydown", (event) => this.key(event));
    onViewChange(() => this.viewChanged());
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
    this.notes = make("div");
    const judged = make("section", { class: "panel", "aria-label": "Typed answer" }, form, this.verdict);
    this.notesPanel = make("section", { class: "panel", "aria-label": "Hints and solutions" }, this.notes);
    return [judged, this.notesPanel];
  }

  /** Begins or resumes a round with a puzzle of the API: numbers, target, rules, cards. */
  deal(puzzle, visit) {
    this.viewChanged();
    Object.assign(this, { puzzle, visit, isOver: false });
    this.round += 1;
    this.checks += 1;
    this.table = new Table(puzzle.numbers, { target: puzzle.target, cards: puzzle.cards ?? [] });
    this.felt.deal(this.table);
    this.felt.facts.textContent = "";
    this.typed.value = "";
    fill(this.verdict);
    fill(this.notes, make("p", { class: "note" }, "You see hints here and, at the end, all solutions."));
    this.showButtons();
    this.resume();
    this.viewChanged();
    this.felt.say(`${puzzle.numbers.join(", ")}. Use every number once to make ${puzzle.target}.`, "", pastWords(visit.now));
  }

  /** Counts on from an earlier visit; a round that was over before is played for fun. */
  resume() {
    const { seconds, hints, progress } = this.visit.isOver ? { seconds: 0, hints: 0, progress: {} } : this.visit.now;
    this.watch.reset(seconds);
    this.hints = hints;
    this.hinted = { ...progress.hinted };
  }

  /** The time counts only while the round is on view. */
  viewChanged() {
    if (!this.puzzle || this.isOver) return;
    const wasOnView = this.watch.isRunning;
    this.watch.run(this.felt.isOnView);
    if (wasOnView || this.watch.isRunning) this.keep();
  }

  keep(more = {}) {
    this.visit.keep({ seconds: this.watch.seconds, hints: this.hints, ...more });
  }

  /** Shows no hand, and the button that deals one. */
  offerNext(message) {
    this.viewChanged();
    Object.assign(this, { puzzle: null, isOver: true });
    this.round += 1;
    this.felt.clear(4);
    fill(this.notes);
    this.showButtons();
    this.felt.say(message);
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
    if (isHidden || !isCommand(event)) return;
    const key = event.key.toLowerCase();
    if (key === "n" && this.onNext) this.onNext();
    else if (!this.puzzle) return;
    else if (key === "h") this.hint();
    else this.felt.view.handlesKey(event);
  }

  /** True if a reply comes too late, because its round is over. */
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
    this.felt.say(`${step}, not ${target}. Use Undo to go back.`, "bad");
  }

  /** Says so, quietly, when nothing makes the target from what is left. */
  async warn(step) {
    if (!setting("warns", true)) return;
    const query = { numbers: this.table.numbers, target: this.puzzle.target, rules: this.puzzle.rules };
    const check = ++this.checks;
    const answer = await request("count", query).catch(() => null);
    const isLate = check !== this.checks || this.table.steps.at(-1) !== step;
    if (isLate || answer?.solution_count !== 0) return;
    this.felt.say(`${step}.`, "", `You cannot make ${this.puzzle.target} from here.`);
  }

  async judge(event) {
    event.preventDefault();
    if (this.isOver || !this.typed.value.trim()) return;
    const { round, typed: { value: answer } } = this;
    const { numbers, target, rules } = this.puzzle;
    try {
      const verdict = await send("check", { answer, numbers, target, rules, syntax: "relaxed" });
      if (this.isLate(round)) return;
      fill(this.verdict, ...verdictParts({ answer, ...verdict }));
      if (verdict.correct) this.win(answer);
    } catch (error) {
      if (!this.isLate(round)) fill(this.verdict, make("p", { class: "error" }, sentence(error.message)));
    }
  }

  /** Reveals more about the numbers that are on the table now. */
  async hint() {
    if (this.isOver || this.hinting === this.round) return;
    const { round, table: { numbers, steps } } = this;
    const { target, rules } = this.puzzle;
    const { level = 0, isLast = false } = this.hinted[numbers] ?? {};
    const wanted = isLast ? level : level + 1;
    this.hinting = round;
    await this.trying(async () => {
      const hint = await request("hint", { numbers, target, rules, level: wanted });
      if (this.isLate(round) || `${this.table.numbers}` !== `${numbers}`) return;
      if (!isLast) this.countHint(numbers, { level: wanted, isLast: hint.is_last, isDeadEnd: hint.solution_count === 0 && steps.length > 0 });
      const lines = hint.solution_count === 0 && steps.length ? [`You cannot make ${target} from here. Use Undo to go back.`] : hint.lines;
      fill(this.notes, make("h2", {}, `Hints for ${numbers.join(", ")}`), make("ul", { class: "hints" }, ...lines.map((line) => make("li", {}, line))));
      this.felt.say(`Hint: ${lines.at(-1)}`);
    });
    if (this.hinting === round) this.hinting = null;
  }

  /** Remembers a hint at once: a reload must not take it back. */
  countHint(numbers, { level, isLast, isDeadEnd }) {
    this.hints += 1;
    this.hinted[numbers] = { level, isLast };
    this.keep({ saw_solution: isLast && !isDeadEnd, progress: { hinted: this.hinted } });
  }

  win(answer) {
    const words = this.end({ solved: true });
    this.felt.say(`${answer} = ${this.puzzle.target}`, "good", words);
  }

  giveUp() {
    this.end({ solved: false });
    this.felt.say("The solutions are below.");
  }

  /** Judges the claim that this hand has no solution. */
  async claim() {
    const { numbers, target, rules } = this.puzzle;
    await this.trying(async (round) => {
      const { solution_count: count } = await request("count", { numbers, target, rules });
      if (this.isLate(round)) return;
      const words = this.end({ solved: count === 0 });
      if (count) this.felt.say(`There ${count === 1 ? "is" : "are"} ${counted(count, "solution")}.`, "bad");
      else this.felt.say("Right: there is no solution.", "good", words);
    });
  }

  /** Ends the round; in words, how long it took, with how many hints, and whether it counts. */
  end(outcome) {
    this.watch.run(false);
    this.isOver = true;
    this.checks += 1;
    const { seconds } = this.watch;
    const isFirst = this.visit.settle(outcome, { seconds, hints: this.hints });
    this.felt.close({ isWon: outcome.solved });
    this.showButtons();
    this.felt.focusNext();
    this.onEnd(isFirst);
    this.showSolutions();
    return isFirst ? `Solved in ${clockTime(seconds)}${hintWords(this.visit.now)}.` : `Solved in ${clockTime(seconds)}. This was a replay and does not count.`;
  }

  async showSolutions() {
    const { numbers, target, rules } = this.puzzle;
    await this.trying(async (round) => {
      const [found, rated] = await Promise.all([
        request("solve", { numbers, target, rules }),
        request("difficulty", { numbers, target, rules }),
      ]);
      if (round !== this.round) return;
      fill(
        this.notes,
        make("h2", {}, solutionsTitle(found)),
        make("p", { class: "note" }, difficultyWords(rated.difficulty)),
        answerList(found.solutions),
      );
    });
  }

  /** Does work for this round; an error that comes after the round is not shown. */
  async trying(work) {
    const { round } = this;
    try {
      await work(round);
    } catch (error) {
      if (round === this.round) this.felt.say(sentence(error.message), "bad");
    }
  }
}

/** "", " with 1 hint", " with 6 hints, the last of them the solution". */
function hintWords({ hints, saw_solution: sawSolution }) {
  if (!hints) return "";
  return ` with ${counted(hints, "hint")}${sawSolution ? ", the last of them the solution" : ""}`;
}

/** What happened on earlier visits to a puzzle. */
function pastWords(puzzle) {
  if (puzzle.outcome) return isSolvedAlone(puzzle) ? "You have solved this before; only the first time counts." : "You have seen the solution; it no longer counts.";
  return puzzle.hints ? `So far${hintWords(puzzle)}.` : "";
}

function solutionsTitle({ solution_count: count, solutions, truncated }) {
  if (truncated) return `${counted(count, "solution")}, the first ${solutions.length} of them`;
  if (count === 1) return "The only solution";
  return count ? `All ${count} solutions` : "No solution";
}

/** A checkbox whose state is saved. */
export function settingBox(name, usual, words, onchange = () => {}) {
  const box = make("input", { type: "checkbox" });
  box.checked = setting(name, usual);
  box.addEventListener("change", () => {
    choose(name, box.checked);
    onchange(box.checked);
  });
  return make("label", { class: "check" }, box, make("span", {}, words));
}
