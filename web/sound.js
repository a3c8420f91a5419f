// Sounds and vibration, which this browser remembers; off at first.

import { el } from "./dom.js";
import { recall, remember } from "./storage.js";

/** @type {AudioContext | null} */
let audio = null;
let isOn = recall("sound") === "true";

/** Box to switch sounds on and off. */
export function soundBox() {
  const box = el("input", { type: "checkbox", id: "sound", checked: isOn, onchange: () => {
    isOn = box.checked;
    remember("sound", String(isOn));
    sound([660]);
  } });
  return el("label", { class: "field check" }, box, el("span", {}, "Sounds and vibration"));
}

/** Plays tones one after the other. @param {number[]} tones in hertz */
export function sound(tones) {
  if (!isOn || !navigator.userActivation.hasBeenActive) return;
  navigator.vibrate?.(20 * tones.length);
  audio ??= new AudioContext();
  tones.forEach((tone, index) => {
    const { currentTime, destination } = /** @type {AudioContext} */ (audio);
    const begin = currentTime + 0.13 * index;
    const source = new OscillatorNode(/** @type {AudioContext} */ (audio), { frequency: tone, type: "triangle" });
    const volume = new GainNode(/** @type {AudioContext} */ (audio), { gain: 0.15 });
    volume.gain.setTargetAtTime(0, begin + 0.02, 0.04);
    source.connect(volume).connect(destination);
    source.start(begin);
    source.stop(begin + 0.3);
  });
}
