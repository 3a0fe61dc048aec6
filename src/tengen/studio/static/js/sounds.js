// The click of a stone, made from a short burst of filtered noise: no file, and off by default.

/** @type {AudioContext | null} */
let context = null;

export function clickSound() {
  context ??= new AudioContext();
  const samples = context.createBuffer(1, Math.floor(context.sampleRate * 0.05), context.sampleRate);
  const wave = samples.getChannelData(0);
  for (let index = 0; index < wave.length; index++) wave[index] = (Math.random() * 2 - 1) * Math.exp(-index / (wave.length * 0.12));
  const source = new AudioBufferSourceNode(context, { buffer: samples });
  const wood = new BiquadFilterNode(context, { type: "bandpass", frequency: 1900, Q: 1.1 });
  const volume = new GainNode(context, { gain: 0.35 });
  source.connect(wood).connect(volume).connect(context.destination);
  source.start();
}
