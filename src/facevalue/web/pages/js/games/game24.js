// A round of 24: the table, a typed answer, hints, giving up, and what comes of it.

import { answerList, difficultyWords, MOST_LISTED, sentence, verdictParts } from "../shared/answers.js";
import { helpWords } from "../record/days.js";
import { paceParts } from "./pace.js";
import { request } from "../shared/core.js";
import { Stopwatch } from "./clock.js";
import { clockTime, fill, isCommand, make, onViewChange } from "../shared/dom.js";
import { Felt, keyButton } from "./felt.js";
import { isSolvedAlone, setting } from "../record/store.js";
import { Table } from "./table.js";
import { listed, sentences, t, translated } from "../shared/language.js";

// Keys that combine everything on the table.
const ALL_KEYS = { a: "+", s: "*" };
const ADMIRED = 1500; // milliseconds before the next hand, where it comes by itself

export class Game24 {
  /**
   * `onEnd(isFirst, outcome)` is called after a round; `onNext()` deals again, or null for one round.
   * `endButtons()` gives more buttons for the end of a round; `onWrong()` hears of wrong answers.
   * A game that is `isBare` has no hints and shows no solutions.
   */
  constructor(host, { onEnd, onNext = null, endButtons = () => [], onWrong = () => {}, isBare = false }) {
    Object.assign(this, { onEnd, onNext, endButtons, onWrong, isBare, puzzle: null, isOver: true, round: 0, hinting: null, checks: 0 });
    this.watch = new Stopwatch();
    this.felt = new Felt({ onStep: (step) => this.stepMade(step) });
    this.panels = make("div", { class: "beside" }, ...this.buildPanels());
    host.classList.add("table-and-panels");
    host.append(this.felt.element, this.panels);
    document.addEventListener("keydown", (event) => this.key(event));
    onViewChange(() => this.viewChanged());
  }

  buildPanels() {
    this.typed = make("input", { id: "typed", type: "text", class: "is-code", disabled: true, autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "200", placeholder: "(2*5-6)*6" });
    this.verdict = make("div", { "aria-live": "polite" });
    const form = make(
      "form",
      { onsubmit: (event) => this.judge(event) },
      make("label", { class: "field" }, make("span", {}, t("typed.whole")), this.typed),
      make("div", { class: "button-row" }, make("button", { class: "button" }, t("button.check"))),
    );
    this.notes = make("div");
    const judged = make("section", { class: "panel", "aria-label": t("typed.name") }, form, this.verdict);
    this.notesPanel = make("section", { class: "panel", "aria-label": t("game24.notes") }, this.notes);
    this.notesPanel.hidden = this.isBare;
    return [this.notesPanel, judged];
  }

  /** Begins or resumes a round with a puzzle of the API: numbers, target, rules, cards. */
  deal(puzzle, visit) {
    this.viewChanged();
    Object.assign(this, { puzzle, visit, isOver: false });
    this.round += 1;
    this.checks += 1;
    this.table = new Table(puzzle.numbers, { ...puzzle.limits, target: puzzle.target, cards: puzzle.cards ?? [] });
    this.felt.deal(this.table);
    this.felt.facts.textContent = "";
    Object.assign(this.typed, { value: "", disabled: false });
    fill(this.verdict);
    fill(this.notes, make("p", { class: "note" }, t("game24.later")));
    this.resume();
    this.showButtons();
    if (!this.isBare) this.rate();
    this.viewChanged();
    this.felt.say(t("game24.task", { numbers: listed(puzzle.numbers), target: puzzle.target }), "", pastWords(visit.now));
  }

  /** Counts on from an earlier visit; a round that was over before is played for fun. */
  resume() {
    const { seconds, hints, warnings, progress } = this.visit.isOver ? { seconds: 0, hints: 0, warnings: 0, progress: {} } : this.visit.now;
    this.watch.reset(seconds);
    Object.assign(this, { hints, warnings, hinted: { ...progress.hinted } });
    this.isSolvable = Boolean(this.puzzle.solvable ?? progress.is_solvable);
    this.keep({ progress: { is_solvable: this.isSolvable } });
  }

  /** Looks up how hard the hand is for people, to compare at the end. */
  async rate() {
    const { round, puzzle: { numbers, target, rules } } = this;
    this.rating = null;
    const rated = await request("difficulty", { numbers, target, rules }).catch(() => null);
    if (round === this.round) this.rating = rated?.difficulty ?? null;
  }

  /** The time counts only while the round is on view. */
  viewChanged() {
    if (!this.puzzle || this.isOver) return;
    const wasOnView = this.watch.isRunning;
    this.watch.run(this.felt.isOnView);
    if (wasOnView || this.watch.isRunning) this.keep();
  }

  keep(more = {}) {
    this.visit.keep({ seconds: this.watch.seconds, hints: this.hints, warnings: this.warnings, ...more });
  }

  /** Shows no hand, and the button that deals one. */
  offerNext(message) {
    this.viewChanged();
    Object.assign(this, { puzzle: null, isOver: true });
    this.round += 1;
    this.felt.clear(4);
    this.typed.disabled = true;
    fill(this.notes);
    this.showButtons();
    this.felt.say(message);
  }

  showButtons() {
    if (this.isOver) {
      const next = this.onNext ? [keyButton(t("button.next_hand"), "n", () => this.onNext(), { isMain: true })] : [];
      return this.felt.setButtons(...next, ...(this.puzzle ? this.endButtons() : []));
    }
    const claim = this.isSolvable ? [] : [keyButton(t("button.no_solution"), "", () => this.claim())];
    const help = [keyButton(t("button.hint"), "h", () => this.hint()), ...claim, keyButton(t("button.solutions"), "", () => this.giveUp())];
    this.felt.setButtons(
      keyButton(t("button.undo"), "⌫", () => this.felt.view.undo()),
      keyButton(t("button.clear"), "Esc", () => this.felt.view.clear()),
      ...(this.isBare ? [] : help),
      ...(this.onNext ? [keyButton(this.isBare ? t("button.skip") : t("button.next"), "n", () => this.onNext())] : []),
    );
  }

  key(event) {
    const isHidden = this.felt.element.offsetParent === null;
    if (isHidden || !isCommand(event)) return;
    const key = event.key.toLowerCase();
    if (key === "n" && this.onNext) this.onNext();
    else if (!this.puzzle) return;
    else if (key === "h" && !this.isBare) this.hint();
    else if (key in ALL_KEYS) this.felt.view.combineAll(ALL_KEYS[key]);
    else this.felt.view.handlesKey(event);
  }

  /** The rules for numbers on the table: for what is left, some rules have others. */
  rulesFor(numbers) {
    const { rules, rules_left: rulesLeft = rules, numbers: dealt } = this.puzzle;
    return numbers.length < dealt.length ? rulesLeft : rules;
  }

  /** True if a reply comes too late, because its round is over. */
  isLate(round) {
    return this.isOver || round !== this.round;
  }

  stepMade(step) {
    const { left, target } = this.table;
    if (left.length > 1) {
      this.felt.say(t("table.step", { step }));
      return this.warn(step);
    }
    if (left[0].value.equals(target)) return this.win(left[0].text);
    this.felt.say(t("game24.not_target", { step, target }), "bad");
    this.onWrong();
  }

  /** Says so, quietly, when nothing makes the target from what is left. */
  async warn(step) {
    if (this.isBare || !setting("warns", true)) return;
    const query = { numbers: this.table.numbers, target: this.puzzle.target, rules: this.rulesFor(this.table.numbers) };
    const check = ++this.checks;
    const answer = await request("count", query).catch(() => null);
    const isLate = check !== this.checks || this.table.steps.at(-1) !== step;
    if (isLate || answer?.solution_count !== 0) return;
    this.warnings += 1;
    this.keep();
    this.felt.say(t("table.step", { step }), "", t("game24.dead_end", { target: this.puzzle.target }));
  }

  judge(event) {
    event.preventDefault();
    return this.judgeTyped();
  }

  async judgeTyped() {
    if (this.isOver || !this.typed.value.trim()) return;
    const { round, typed: { value: answer } } = this;
    const { numbers, target, rules } = this.puzzle;
    try {
      const verdict = await request("check", { answer, numbers, target, rules, syntax: "relaxed" });
      if (this.isLate(round)) return;
      fill(this.verdict, ...verdictParts({ answer, ...verdict }));
      if (verdict.correct) this.win(answer);
      else this.onWrong();
    } catch (error) {
      if (!this.isLate(round)) fill(this.verdict, make("p", { class: "error" }, sentence(error.message)));
    }
  }

  /** Reveals more about the table as it is: how many steps to take back, and what comes then. */
  async hint() {
    if (this.isOver || this.hinting === this.round) return;
    const { round, table } = this;
    const stepsNow = `${table.steps}`;
    this.hinting = round;
    await this.trying(async () => {
      const { back, numbers } = await this.solvableState();
      const { level = 0, isLast = false } = this.hinted[numbers] ?? {};
      const { target } = this.puzzle;
      const rules = this.rulesFor(numbers);
      const wanted = isLast ? level : level + 1;
      const hint = await request("hint", { numbers, target, rules, level: wanted });
      if (this.isLate(round) || `${table.steps}` !== stepsNow) return;
      if (!isLast) this.countHint(numbers, { level: wanted, isLast: hint.is_last });
      const lines = [...(back ? [t("game24.take_back", { count: back })] : []), ...hint.lines.map(translated)];
      fill(this.notes, make("h2", {}, t("game24.hints_for", { numbers: listed(numbers) })), make("ul", { class: "hints" }, ...lines.map((line) => make("li", {}, line))));
      this.felt.say(back ? t("game24.hint_then", { first: lines[0], hint: lines.at(-1) }) : t("game24.hint", { hint: lines.at(-1) }));
      this.showNotes();
    });
    if (this.hinting === round) this.hinting = null;
  }

  /** The numbers to give a hint for: those on the table or, at a dead end, before the steps to take back. */
  async solvableState() {
    const { table, puzzle: { target } } = this;
    let numbers = table.numbers;
    for (let back = 0; back < table.steps.length; back += 1) {
      if (back) numbers = table.numbersBefore(back);
      const { solution_count: count } = await request("count", { numbers, target, rules: this.rulesFor(numbers) });
      if (count > 0) return { back, numbers };
    }
    return { back: table.steps.length, numbers: table.steps.length ? table.numbersBefore(table.steps.length) : numbers };
  }

  /** On a phone, the panel is below the table. */
  showNotes() {
    this.notesPanel.scrollIntoView({ block: "nearest" });
  }

  /** Remembers a hint at once: a reload must not take it back. */
  countHint(numbers, { level, isLast }) {
    this.hints += 1;
    this.hinted[numbers] = { level, isLast };
    this.keep({ saw_solution: isLast, progress: { hinted: this.hinted } });
  }

  win(answer) {
    const words = this.end({ solved: true });
    this.felt.say(`${answer} = ${this.puzzle.target}`, "good", words);
    const { round } = this;
    if (!this.isBare && setting("advances", false)) setTimeout(() => round === this.round && this.onNext?.(), ADMIRED);
  }

  giveUp() {
    this.end({ solved: false });
    this.felt.say(t("game24.over"));
  }

  /** Judges the claim that this hand has no solution. */
  async claim() {
    const { numbers, target, rules } = this.puzzle;
    await this.trying(async (round) => {
      const { solution_count: count } = await request("count", { numbers, target, rules });
      if (this.isLate(round)) return;
      const words = this.end({ solved: count === 0 });
      if (count) this.felt.say(givenUpWords(count), "bad");
      else this.felt.say(t("game24.right_none"), "good", words);
    });
  }

  /** Ends the round; in words, how long it took, with how many hints, and whether it counts. */
  end(outcome) {
    this.watch.run(false);
    this.isOver = true;
    this.checks += 1;
    const { seconds } = this.watch;
    const { seconds: people = null, percentile = null } = this.rating ?? {};
    const isFirst = this.visit.settle({ ...outcome, people, percentile }, { seconds, hints: this.hints, warnings: this.warnings });
    this.felt.close({ isWon: outcome.solved });
    this.showButtons();
    if (!this.isBare) this.felt.focusNext();
    this.onEnd(isFirst, outcome);
    if (!this.isBare) this.showSolutions(outcome);
    const time = clockTime(seconds);
    if (!isFirst) return sentences(t("game24.solved_in", { time, help: "" }), t("game24.replay"));
    return sentences(t("game24.solved_in", { time, help: helpWords(this.visit.now) }), people && t("game24.people", { time: clockTime(people) }));
  }

  async showSolutions({ solved }) {
    const { numbers, target, rules } = this.puzzle;
    await this.trying(async (round) => {
      const [found, rated] = await Promise.all([
        request("solve", { numbers, target, rules, most: MOST_LISTED }),
        request("difficulty", { numbers, target, rules }),
      ]);
      if (round !== this.round) return;
      if (!solved) this.felt.say(givenUpWords(found.solution_count));
      fill(
        this.notes,
        ...(solved ? paceParts(this.watch.seconds, rated.difficulty) : []),
        make("h2", {}, solutionsTitle(found)),
        make("p", { class: "note" }, difficultyWords(rated.difficulty)),
        answerList(found.solutions),
      );
      if (!solved) this.showNotes();
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

/** What happened on earlier visits to a puzzle. */
function pastWords(puzzle) {
  if (puzzle.outcome) return isSolvedAlone(puzzle) ? t("game24.solved_before") : t("game24.seen_solution");
  const help = helpWords(puzzle);
  return help && t("game24.so_far", { help });
}

function solutionsTitle({ solution_count: count, solutions, truncated }) {
  if (truncated) return t("solutions.first", { solutions: t("solutions", { count }), listed: solutions.length });
  if (count === 1) return t("solutions.only");
  return count ? t("solutions.all", { count }) : t("solutions.none");
}

/** What is said to whoever gives up or claims wrongly. */
function givenUpWords(count) {
  return count ? t("solutions.there", { count }) : t("solutions.not_there");
}
