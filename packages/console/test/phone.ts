import type { BrowserContext, Page } from 'playwright-core';
import { readTrials } from '../../detection/study/trials.js';
import { Body } from '../../simulator/src/motion/body.js';
import type { MotionName } from '../../simulator/src/motion/motions.js';
import type { Sample } from '../../simulator/src/motion/track.js';

/** Motion events per second, as phones send them. */
const rateHz = 50;

interface Moving {
  readonly play: (samples: readonly Sample[]) => void;
}

/**
 * Emulates the motion sensor: the phone lies still, except while `play` gives it samples. Samples that are late on a
 * busy machine are sent together, so that none is lost, each with the time at which it was due.
 */
export async function emulateMotion(context: BrowserContext, hz = rateHz): Promise<void> {
  await context.addInitScript((everyMs) => {
    // Not on about:blank.
    if (!window.isSecureContext) return;
    const waiting: Sample[] = [];
    let latest: Sample = { accel: [0, 0, 9.8], gyro: [0, 0, 0] };
    const startedAt = performance.now();
    let sent = 0;
    const send = ({ accel: [x, y, z], gyro: [beta, gamma, alpha] }: Sample, atMs: number): void => {
      const motion = { accelerationIncludingGravity: { x, y, z }, rotationRate: { alpha, beta, gamma } };
      const event = new DeviceMotionEvent('devicemotion', { ...motion, interval: everyMs });
      window.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: atMs }));
    };
    setInterval(() => {
      for (; sent < (performance.now() - startedAt) / everyMs; sent += 1) {
        latest = waiting.shift() ?? { ...latest, gyro: [0, 0, 0] };
        send(latest, startedAt + sent * everyMs);
      }
    }, everyMs / 2);
    Object.assign(window, { play: (samples: readonly Sample[]) => waiting.push(...samples) });
  }, 1_000 / hz);
}

/** Performs the motion on the phone; returns at its start. */
export async function perform(page: Page, samples: readonly Sample[]): Promise<void> {
  await page.evaluate((played) => (window as unknown as Moving).play(played), samples);
}

export const motion = (name: MotionName, seed = 'phone'): Sample[] => new Body('waist', seed).perform(name);

/** A fall of the recordings in FALL_DATA_DIR (docs/detection.md); without them, a simulated one. */
export function fallMotion(): { readonly name: string; readonly samples: readonly Sample[] } {
  const folder = process.env.FALL_DATA_DIR;
  if (!folder) return { name: 'simulated', samples: motion('trip-forward') };
  for (const { fall, id, signals } of readTrials(folder, 'sisfall'))
    if (fall) {
      const [ax, ay, az, gx, gy, gz] = signals.map((axis) => (at: number) => axis[at] as number) as Axes;
      const samples = signals[0].map(
        (_, at): Sample => ({ accel: [ax(at), ay(at), az(at)], gyro: [gx(at), gy(at), gz(at)] }),
      );
      return { name: `SisFall ${id}`, samples };
    }
  throw new Error(`no fall in ${folder}/sisfall`);
}

type Axis = (at: number) => number;
type Axes = [Axis, Axis, Axis, Axis, Axis, Axis];

/** The detector reaches HIGH here, at a confidence of about 0.75: the phone asks. */
export function dropIntoChair(): Sample[] {
  const [gravity, strength] = [9.81, 2.5];
  return motion('sit-down-hard', 'c').map(({ accel, gyro }) => {
    const size = Math.hypot(...accel);
    const factor = (gravity + (size - gravity) * strength) / size;
    return { accel: [accel[0] * factor, accel[1] * factor, accel[2] * factor], gyro };
  });
}

/** Records vibration, which a desktop browser does not have. */
export async function feelVibration(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const felt: unknown[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (pattern) => {
      felt.push(pattern);
      return true;
    };
  });
}

export const countVibrations = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { felt: unknown[] }).felt.filter(Array.isArray).length);
