import { expect } from 'vitest';
import { createMemoryHotState } from '../../src/platform/hot/memory.js';
import type { App } from '../../src/platform/http/app.js';
import { appWith } from '../harness.js';
import { type Answer, type Caller, caller, freshEmail, freshMac, type Person, password, reading } from '../people.js';

/** The types of the contract, to compare answers with. Additional fields are allowed; listed ones are required. */
export const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
export const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
export const integer = expect.toSatisfy(Number.isInteger);
export const float = expect.any(Number);
export const text = expect.any(String);
export const flag = expect.any(Boolean);

export const alertShape = {
  id,
  patientName: 'Ann Lee',
  type: 'FALL_DETECTED',
  severity: text,
  message: text,
  timestamp: time,
  acknowledged: false,
};

/** An id that nothing has. */
export const nowhereId = '00000000-0000-4000-8000-000000000000';

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The error envelope, with the fields it must name. */
export function expectRefusal(answer: Answer, status: number, ...fields: string[]): void {
  expect(answer).toHaveStatus(status);
  expect(answer.body).toMatchObject({ success: false, error: expect.stringMatching(/\S/) });
  expect(answer.body.data).toBeUndefined();
  if (fields.length > 0) expect(Object.keys(answer.body.details ?? {}).sort()).toEqual(fields.sort());
}

/** What a caregiver or admin sends to create an account for somebody. */
export const personDraft = () => ({ email: freshEmail(), firstName: 'Rose', lastName: 'Hill' });

export interface StoppedApp {
  readonly app: App;
  /** The time does not change until a test moves it. */
  readonly clock: { ms: number; nowMs(): number };
  /** This person, with a session that is valid however far the clock is moved. */
  readonly as: (person: Person, tried?: string) => Promise<Person>;
}

export async function stoppedApp(overrides: Parameters<typeof appWith>[0] = {}): Promise<StoppedApp> {
  const clock = {
    ms: Date.now(),
    nowMs() {
      return this.ms;
    },
  };
  const settings = { sessionDurationMs: 400 * dayMs, ...overrides };
  const app = await appWith(settings, { clock, hot: createMemoryHotState(clock) });
  const as = async (person: Person, tried = password): Promise<Person> => {
    const { token } = (await caller(undefined, app).post('/auth/login', { email: person.email, password: tried })).body;
    return { id: person.id, email: person.email, token, ...caller(token, app) };
  };
  return { app, clock, as };
}

const g = 9.80665;
const upright = { accel_x: 0, accel_y: -g, accel_z: 0, gyro_x: 1, gyro_y: 0, gyro_z: 1 };
const lying = { accel_x: 0.2, accel_y: -0.3, accel_z: g, gyro_x: 0, gyro_y: 1, gyro_z: 0 };

/** A wearer who does what the test says, one reading a second by the stopped clock. */
export function wearer(owner: Caller, clock: StoppedApp['clock'], mac = freshMac()) {
  let uptime = minuteMs;
  const send = async (change: object = {}): Promise<Answer> => {
    clock.ms += secondMs;
    uptime += secondMs;
    return owner.post('/device/sensor-stream', reading(mac, { ...upright, uptime_ms: uptime, ...change }));
  };
  const repeat = async (seconds: number, change: (second: number) => object): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (let second = 0; second < seconds; second++) answers.push(await send(change(second)));
    return answers;
  };
  const hits = (impactG: number, turn: number) => send({ accel_x: impactG * g, accel_y: 0, gyro_x: turn });
  return {
    mac,
    send,
    stands: (seconds: number) => repeat(seconds, () => ({})),
    lies: (seconds: number) => repeat(seconds, () => lying),
    walks: (seconds: number) =>
      repeat(seconds, (second) => {
        const swing = Math.sin(second * 2.1);
        const accel = { accel_x: 1.5 * swing, accel_y: -g * (1 + 0.25 * swing), accel_z: 1.2 };
        return { ...accel, gyro_x: 40 * swing, gyro_y: 25, gyro_z: 10 };
      }),
    hits,
    /** POTENTIAL at once. */
    isKnocked: () => hits(5, 400),
    /** HIGH or more at the end. */
    falls: async () => {
      await repeat(3, () => ({}));
      await hits(5, 100);
      return repeat(4, () => lying);
    },
  };
}
