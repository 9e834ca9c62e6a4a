// A stopwatch that runs only while a puzzle is visible, and a countdown clock, drawn as a bar.

import { make } from "../shared/dom.js";
import { t } from "../shared/language.js";

const TICK = 200; // milliseconds

export class Stopwatch {
  constructor() {
    this.reset();
  }

  /** Shows this many seconds and does not run. */
  reset(seconds = 0) {
    Object.assign(this, { before: seconds, since: null });
  }

  get seconds() {
    return this.before + (this.since === null ? 0 : (performance.now() - this.since) / 1000);
  }

  get isRunning() {
    return this.since !== null;
  }

  /** Counts seconds that did not pass, as a penalty. */
  add(seconds) {
    this.before += seconds;
  }

  run(isRunning) {
    this.before = this.seconds;
    this.since = isRunning ? performance.now() : null;
  }
}

export class Clock {
  /** `onTick(seconds)` is called once for each whole second left, `onEnd()` when none is left. */
  constructor(stopwatch, { onTick, onEnd }) {
    Object.assign(this, { stopwatch, onTick, onEnd, timer: null });
    this.element = make("progress", { class: "clock", max: "1", value: "1", "aria-label": t("clock.left") });
  }

  /** Runs down from a number of seconds; the stopwatch may have counted some of them. */
  start(seconds) {
    this.stop();
    Object.assign(this, { total: seconds, last: null });
    this.timer = setInterval(() => this.tick(), TICK);
    this.tick();
  }

  stop() {
    clearInterval(this.timer);
  }

  tick() {
    const left = Math.max(0, this.total - this.stopwatch.seconds);
    this.element.value = left / this.total;
    const whole = Math.ceil(left);
    if (whole !== this.last) this.onTick(whole);
    this.last = whole;
    if (left > 0) return;
    this.stop();
    this.onEnd();
  }
}
