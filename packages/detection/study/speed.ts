import { assess, type DetectorState, packState, type Reading } from '../src/index.js';
import { createRandom } from './random.js';
import { progress } from './settings.js';

/**
 * Processor time per assessment and memory growth, on a wearer who never rests (each reading is a candidate or follows
 * one: the worst case) and on one who sits. `npm run speed -w @fallwatch/detection`.
 */
const random = createRandom(1);
const noise = (size: number) => (random() - 0.5) * size;

type Device = 'plain' | 'peak' | 'burst';

function toReading(second: number, device: Device, isBusy: boolean): Reading {
  const shake = isBusy ? (second % 3 === 0 ? 25 : 4) : 0.3;
  const turn = isBusy ? 300 : 4;
  const vector = (size: number): [number, number, number] => [noise(size), -9.8 + noise(size), noise(size)];
  const plain = {
    accel: vector(shake),
    gyro: [noise(turn), noise(turn), noise(turn)] as const,
    uptimeMs: 1_000 * second,
    bodySite: 'wrist' as const,
  };
  if (device === 'plain') return plain;
  if (device === 'peak') return { ...plain, sampling: 'peak' };
  const rows = (size: number) => Array.from({ length: 50 }, () => vector(size));
  return { ...plain, samples: { rateHz: 50, accel: rows(shake), gyro: rows(turn) } };
}

function timed(device: Device, isBusy: boolean, count: number): void {
  const readings = Array.from({ length: 300 }, (_, second) => toReading(second, device, isBusy));
  let state: DetectorState | undefined;
  const step = (index: number) => {
    const reading = readings[index % readings.length] as Reading;
    state = assess(state, { ...reading, uptimeMs: 1_000 * index }, 1_000 * index).state;
  };
  for (let i = 0; i < 20_000; i++) step(i);
  globalThis.gc?.();
  const heapBefore = process.memoryUsage().heapUsed;
  const started = process.cpuUsage();
  for (let i = 20_000; i < 20_000 + count; i++) step(i);
  const used = process.cpuUsage(started);
  const microseconds = (used.user + used.system) / count;
  globalThis.gc?.();
  const grownKb = (process.memoryUsage().heapUsed - heapBefore) / 1024;
  const bytes = state === undefined ? 0 : packState(state).length;
  progress(
    `${device}, ${isBusy ? 'never resting' : 'sitting'}: ${microseconds.toFixed(2)} µs, heap ${grownKb.toFixed(0)} kB after ${count} readings, state ${bytes} bytes packed`,
  );
}

timed('plain', false, 1_000_000);
timed('plain', true, 300_000);
timed('peak', true, 300_000);
timed('burst', false, 50_000);
timed('burst', true, 50_000);
