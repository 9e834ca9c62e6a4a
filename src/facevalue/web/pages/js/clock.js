// A clock that runs down, drawn as a bar.

import { make } from "./dom.js";

const TICK = 200; // milliseconds

export class Clock {
  /** `onTick(seconds)` is called once for each whole second left, `onEnd()` when none is left. */
  constructor({ onTick, onEnd }) {
    Object.assign(this, { onTick, onEnd, timer: null });
    this.element = make("progress", { class: "clock", max: "1", value: "1", "aria-label": "Time left" });
  }

  start(seconds) {
    this.stop();
    this.endsAt = performance.now() + seconds * 1000;
    this.seconds = seconds;
    this.last = null;
    this.timer = setInterval(() => this.tick(), TICK);
    this.tick();
  }

  stop() {
    clearInterval(this.timer);
  }

  tick() {
    const left = Math.max(0, (this.endsAt - performance.now()) / 1000);
    this.element.value = left / this.seconds;
    const whole = Math.ceil(left);
    if (whole !== this.last) this.onTick(whole);
    this.last = whole;
    if (left > 0) return;
    this.stop();
    this.onEnd();
  }
}
