import { useEffect, useSyncExternalStore } from 'react';

/** `blocked`: wanted, but the browser wants to be touched once on this page first. */
export type Sound = 'off' | 'on' | 'blocked';

const kept = 'fallwatch.sound';
const watchers = new Set<() => void>();
let speaker: AudioContext | undefined;

function soundNow(): Sound {
  if (localStorage.getItem(kept) !== 'on') return 'off';
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

/** In answer to a touch: only then do browsers allow it. */
export async function turnOn(): Promise<void> {
  localStorage.setItem(kept, 'on');
  speaker ??= new AudioContext();
  await speaker.resume();
  tell();
  chime();
}

export function turnOff(): void {
  localStorage.setItem(kept, 'off');
  tell();
}

/** Two rising tones: heard through a door, and no horror at night. */
function chime(): void {
  if (soundNow() !== 'on' || !speaker) return;
  for (const [delay, frequency] of [
    [0, 660],
    [0.22, 880],
  ] as const) {
    const [tone, volume] = [speaker.createOscillator(), speaker.createGain()];
    const at = speaker.currentTime + delay;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.4, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.2);
    tone.connect(volume).connect(speaker.destination);
    tone.start(at);
    tone.stop(at + 0.22);
  }
}

const againMs = 4_000;

/** Goes on for as long as something waits: a sound that was missed once is not missed for good. */
export function useAlarmSound(isOn: boolean): void {
  const sound = useSound();
  useEffect(() => {
    if (!isOn || sound !== 'on') return;
    chime();
    const timer = setInterval(chime, againMs);
    return () => clearInterval(timer);
  }, [isOn, sound]);
}
