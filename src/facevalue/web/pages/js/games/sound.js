// Two rising tones for a right answer; silent unless the player chose sounds.

import { setting } from "../record/store.js";

const PITCHES = [523, 784]; // Hz
const [APART, LENGTH, LOUDNESS] = [0.12, 0.3, 0.15]; // seconds, seconds, and 1 for full volume
let context = null;

/** Plays the tones of a win. */
export function playWin() {
  if (!setting("sounds", false)) return;
  context ??= new AudioContext();
  PITCHES.forEach((pitch, at) => playTone(pitch, context.currentTime + at * APART));
}

function playTone(pitch, start) {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + LENGTH);
}
