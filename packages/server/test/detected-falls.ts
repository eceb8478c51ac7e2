/** Falls that the detector finds in the readings of a device. */
import type { Explanation } from '@fallwatch/detection';
import { expect } from 'vitest';
import { recordDetectedFall } from '../src/features/falls/recording.service.js';
import { createContext, system } from '../src/platform/context.js';
import type { SensorEvidence } from '../src/platform/db/tables/falls.js';
import { newId } from '../src/platform/ids.js';
import { testServer } from './harness.js';
import { type Answer, freshMac, type Person, reading } from './people.js';

/** The detector rates this impact as POTENTIAL at once. */
const impact = { accel_x: 0, accel_y: 0, accel_z: 45, gyro_x: 400, gyro_y: 0, gyro_z: 0 };

export async function streamImpact(wearer: Pick<Person, 'post'>, changes: object, mac = freshMac()) {
  const answer = await wearer.post('/device/sensor-stream', reading(mac, { ...impact, ...changes }));
  expect(answer).toHaveStatus(200);
  expect(answer.data.fallLevel).toBe('POTENTIAL');
  return answer.data;
}

const g = 9.80665;
const burst = (accel: (index: number) => readonly number[], turn: number) => ({
  samples: {
    rate_hz: 25,
    accel: Array.from({ length: 25 }, (_, index) => accel(index)),
    gyro: Array.from({ length: 25 }, () => [turn, 0, 0]),
  },
});
export const standing = burst(() => [0, g, 0], 1);
/** Falling for 0.4 s, an impact of 5 g, then lying. */
const falling = burst((i) => (i < 10 ? [0, 1, 0] : i < 12 ? [0, 30, 40] : [0, 0, g]), 150);
export const lying = burst(() => [0, 0, g], 0);
export const rolling = burst((i) => [i % 5, 0, g], 80);
export const walking = burst((i) => [0, g * (1 + 0.3 * Math.sin(i / 2)), 1], 40);

export const repeat = <T>(count: number, second: T): T[] => Array.from({ length: count }, () => second);

/**
 * One reading per second, at the waist. The clock of the service moves on with them: reset it when the test ends.
 * Returns the last answer, which is the first one that is `enough`.
 */
export async function streamSeconds(
  wearer: Pick<Person, 'post'>,
  seconds: readonly ReturnType<typeof burst>[],
  { uptime_ms = 0, ...changes }: { readonly device_id: string; readonly uptime_ms?: number },
  isEnough: (data: Answer['data']) => boolean = () => false,
): Promise<Answer['data']> {
  const { clock } = await testServer();
  let data: Answer['data'];
  for (const [index, second] of seconds.entries()) {
    clock.offsetMs += 1_000;
    const [accel_x, accel_y, accel_z] = second.samples.accel[12] as readonly number[];
    const motion = { accel_x, accel_y, accel_z, body_site: 'waist', ...second };
    const sent = reading(changes.device_id, { uptime_ms: uptime_ms + 1_000 * (index + 1), ...motion, ...changes });
    const answer = await wearer.post('/device/sensor-stream', sent);
    expect(answer).toHaveStatus(200);
    data = answer.data;
    if (isEnough(data)) break;
  }
  return data;
}

/** The detector rates this as CONFIRMED. */
export const clearFall = [...repeat(7, standing), falling, ...repeat(6, lying)];
const isConfirmed = ({ fallLevel }: Answer['data']): boolean => fallLevel === 'CONFIRMED';

/** Returns the first answer that says CONFIRMED. */
export async function streamClearFall(wearer: Pick<Person, 'post'>, changes: object) {
  const { clock } = await testServer();
  const before = clock.offsetMs;
  try {
    const data = await streamSeconds(wearer, clearFall, { device_id: freshMac(), ...changes }, isConfirmed);
    expect(data.fallLevel).toBe('CONFIRMED');
    return data;
  } finally {
    clock.offsetMs = before;
  }
}

/** Raises the confidence of the fall, on a device that can ask its wearer. */
export async function raiseLevel(
  wearer: Person,
  seen: { deviceId: string; explanation: Explanation },
  confidence: number,
): Promise<void> {
  const { platform } = await testServer();
  const at = new Date().toISOString();
  const sensorData = { accel: [0, 0, 45], gyro: [400, 0, 0], timestamp: at } as SensorEvidence;
  const { deviceId, explanation } = seen;
  const found = {
    id: newId(),
    at,
    deviceId,
    userId: wearer.id,
    confidence,
    explanation,
    sensorData,
    evidence: [],
    canConfirm: true,
  };
  await recordDetectedFall(createContext(platform, system), found);
}
