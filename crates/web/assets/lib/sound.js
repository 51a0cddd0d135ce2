// The sounds of boards, made here from noise and tones: nothing is loaded for them. This module itself
// is loaded only after the first click, and no browser makes a sound before that.

/** How loud everything is, from 0 to 1. */
const VOLUME = 0.16;

/** @typedef {"disc" | "seed" | "piece" | "turn" | "end"} Sound */

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;
/** When the last sound of each kind began: a rain of them would only be a rattle. @type {Map<Sound, number>} */
const lately = new Map();

/** @param {Sound} sound */
export function play(sound) {
  context ??= new AudioContext();
  void context.resume();
  const now = context.currentTime;
  if (now - (lately.get(sound) ?? -1) < 0.03) return;
  lately.set(sound, now);
  SOUNDS[sound](context, now);
}

/** @type {Record<Sound, (audio: AudioContext, at: number) => void>} */
const SOUNDS = {
  // A disc on cloth over wood.
  disc(audio, at) {
    knock(audio, at, { pitch: 900, length: 0.06, loud: 0.8 });
    tone(audio, at, { from: 190, to: 120, length: 0.09, loud: 0.5 });
  },
  // A shell that falls on shells, each time a little different.
  seed(audio, at) {
    knock(audio, at, { pitch: 2600 + 900 * Math.random(), length: 0.035, loud: 0.55 });
  },
  // A plastic piece that is laid down.
  piece(audio, at) {
    knock(audio, at, { pitch: 1500, length: 0.05, loud: 0.9 });
    knock(audio, at + 0.045, { pitch: 1900, length: 0.04, loud: 0.4 });
  },
  turn(audio, at) {
    tone(audio, at + 0.08, { from: 523, to: 523, length: 0.16, loud: 0.3 });
    tone(audio, at + 0.2, { from: 659, to: 659, length: 0.22, loud: 0.3 });
  },
  end(audio, at) {
    for (const [index, pitch] of [392, 494, 587, 784].entries()) tone(audio, at + 0.1 + 0.13 * index, { from: pitch, to: pitch, length: 0.5, loud: 0.35 });
  },
};

/**
 * A short noise around a pitch.
 *
 * @param {AudioContext} audio
 * @param {number} at
 * @param {{pitch: number, length: number, loud: number}} how
 */
function knock(audio, at, { pitch, length, loud }) {
  noise ??= noiseOf(audio);
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 2.5 });
  source.connect(filter).connect(fading(audio, at, length, 2 * loud)).connect(audio.destination);
  source.start(at, Math.random() * 0.2, length);
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {{from: number, to: number, length: number, loud: number}} how
 */
function tone(audio, at, { from, to, length, loud }) {
  const source = new OscillatorNode(audio, { type: "triangle", frequency: from });
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(fading(audio, at, length, loud)).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

/** @param {AudioContext} audio @param {number} at @param {number} length @param {number} loud */
function fading(audio, at, length, loud) {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(VOLUME * loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  return gain;
}

/** @param {AudioContext} audio */
function noiseOf(audio) {
  const buffer = audio.createBuffer(1, Math.round(audio.sampleRate * 0.4), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = 2 * Math.random() - 1;
  return buffer;
}
