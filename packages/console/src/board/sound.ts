import { useEffect, useSyncExternalStore } from 'react';

/** `blocked`: wanted, but the browser needs a touch on this page first. `off`: the user switched it off. */
export type Sound = 'off' | 'on' | 'blocked';

const kept = 'fallwatch.sound';
const watchers = new Set<() => void>();
let speaker: AudioContext | undefined;
let startedAtMs = Number.NEGATIVE_INFINITY;

function soundNow(): Sound {
  if (localStorage.getItem(kept) === 'off') return 'off';
  return speaker?.state === 'running' ? 'on' : 'blocked';
}

function tell(): void {
  for (const watch of watchers) watch();
}

export function useSound(): Sound {
  return useSyncExternalStore((watch) => {
    watchers.add(watch);
    return () => watchers.delete(watch);
  }, soundNow);
}

/** The browser blocks sound until the page was touched, and may suspend it later, for example during a phone call. */
function createSpeaker(): AudioContext {
  const created = new AudioContext();
  created.addEventListener('statechange', () => {
    if (created.state === 'running') startedAtMs = performance.now();
    tell();
  });
  return created;
}

async function start(): Promise<void> {
  if (soundNow() === 'off') return;
  speaker ??= createSpeaker();
  // While the browser blocks sound, this promise stays pending.
  if (speaker.state !== 'running') await speaker.resume();
}

/** The events that browsers count as a touch; they differ between systems. */
const touches = ['pointerdown', 'touchend', 'click', 'keydown'] as const;

/** Any touch of the page starts the sound, unless the user has switched it off here. */
export function useSoundByTouch(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    const begin = (): void => void start();
    begin();
    for (const touch of touches) window.addEventListener(touch, begin, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, [isWanted]);
}

/** The touch on the switch has already started the sound: the click that follows must not switch it off again. */
const sameTouchMs = 700;

export function toggleSound(): void {
  if (soundNow() !== 'on') void turnOn();
  else if (performance.now() - startedAtMs > sameTouchMs) turnOff();
}

export async function turnOn(): Promise<void> {
  localStorage.setItem(kept, 'on');
  await start();
  tell();
  playOnce('alert');
}

function turnOff(): void {
  localStorage.setItem(kept, 'off');
  tell();
}

/** Delay in seconds and frequency in Hz of each tone, and the volume. */
const tones = {
  // Two rising tones: audible through a door, and not frightening at night.
  alert: { notes: [[0, 660] as const, [0.22, 880] as const], volume: 0.4 },
  // Falling and lower: this screen has a problem, nobody has fallen.
  lost: { notes: [[0, 587] as const, [0.22, 440] as const], volume: 0.25 },
  // One soft tone: somebody has written.
  message: { notes: [[0, 784] as const], volume: 0.25 },
};

export function playOnce(name: keyof typeof tones): void {
  if (soundNow() !== 'on' || !speaker) return;
  for (const [delay, frequency] of tones[name].notes) {
    const [tone, volume] = [speaker.createOscillator(), speaker.createGain()];
    const at = speaker.currentTime + delay;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(tones[name].volume, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.2);
    tone.connect(volume).connect(speaker.destination);
    tone.start(at);
    tone.stop(at + 0.22);
  }
}

/** Repeats while it is on: a person who missed it once hears it the next time. */
export function useTone(name: keyof typeof tones, isOn: boolean, everyMs: number): void {
  const sound = useSound();
  useEffect(() => {
    if (!isOn || sound !== 'on') return;
    playOnce(name);
    const timer = setInterval(() => playOnce(name), everyMs);
    return () => clearInterval(timer);
  }, [name, isOn, everyMs, sound]);
}

export const alarmEveryMs = 4_000;

export function useAlarmSound(isOn: boolean): void {
  useTone('alert', isOn, alarmEveryMs);
}
