import { type MotionFields, type Sample, type SendingMode, toMotionFields } from '@fallwatch/device';
import { edgeMode, toMotion } from '@fallwatch/device/edge';
import { assess, assessSilence, type DetectorState } from '../src/index.js';
import type { BodySite } from '../src/reading.js';
import type { Trial } from './trials.js';

/** A reading as the device library makes it. */
export type Sent = MotionFields & { readonly device_id: string; readonly body_site?: BodySite };

type Signals = Trial['signals'];
const hz = 50;

/** The seconds of a signal from sample `offset` on, as readings of a device that started `startMs` before. */
export function toReadings(signals: Signals, offset: number, site: BodySite | undefined, startMs = 0): Sent[] {
  const readings: Sent[] = [];
  for (let from = offset; from + hz <= signals[0].length; from += hz) {
    const samples = Array.from({ length: hz }, (_, i) =>
      toSample(signals, from + i, startMs + ((from - offset + i) * 1_000) / hz),
    );
    const endMs = startMs + ((from - offset) / hz + 1) * 1_000;
    const motion = toMotionFields({ endMs, samples });
    readings.push({ device_id: '02:00:00:00:00:01', ...motion, ...(site === undefined ? {} : { body_site: site }) });
  }
  return readings;
}

function toSample(signals: Signals, i: number, t: number): Sample {
  const [ax, ay, az, gx, gy, gz] = signals.map((axis) => axis[i] as number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { t, ax, ay, az, gx, gy, gz };
}

/** The requests of a device in edge mode, each with its readings. */
export function selectEdge(readings: readonly Sent[], mode: SendingMode = edgeMode()): (readonly Sent[])[] {
  return readings.map((reading) => mode.select(reading) as readonly Sent[]).filter(({ length }) => length > 0);
}

/** What the service concludes from the readings that it gets: the confidence at each, by `uptime_ms`. */
export function assessSent(readings: readonly Sent[], endMs: number): Map<number, number> {
  const confidences = new Map<number, number>();
  let state: DetectorState | undefined;
  for (const [index, reading] of readings.entries()) {
    const assessed = assess(state, toMotion(reading), reading.uptime_ms);
    state = assessed.state;
    confidences.set(reading.uptime_ms, assessed.confidence);
    const nextMs = readings[index + 1]?.uptime_ms ?? endMs;
    // Silence after an undecided assessment is an alert of its own.
    const dueMs = assessed.silenceDueAtMs;
    const silence = dueMs !== null && nextMs > dueMs ? assessSilence(state, dueMs) : undefined;
    if (silence !== undefined) confidences.set(dueMs as number, silence.confidence);
  }
  return confidences;
}

/** The person at rest for some seconds, with the gravity of the trial's first or last samples. */
export function restBeside(signals: Signals, end: 'start' | 'end', seconds: number): Signals {
  const mean = (axis: readonly number[]) => {
    const near = end === 'start' ? axis.slice(0, 10) : axis.slice(-10);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  };
  const rest = [mean(signals[0]), mean(signals[1]), mean(signals[2])];
  const scale = 9.80665 / Math.max(Math.hypot(...rest), 0.1);
  const values = [...rest.map((value) => value * scale), 0, 0, 0];
  return values.map((value) => new Array<number>(seconds * hz).fill(value)) as unknown as Signals;
}

export function joinSignals(parts: readonly Signals[]): Signals {
  return [0, 1, 2, 3, 4, 5].map((axis) => parts.flatMap((part) => part[axis] as number[])) as unknown as Signals;
}
