import { Fallwatch, type Reading } from '@fallwatch/client';
import type { Clock } from '../src/clock.js';
import { createDeviceService } from '../src/service.js';

/** A clock that the test moves. */
export class FakeClock implements Clock {
  /** Unix time at uptime 0. */
  startedAtMs = Date.UTC(2026, 0, 31, 12);
  #nowMs = 0;
  #timers: { atMs: number; end: () => void }[] = [];

  uptimeMs(): number {
    return this.#nowMs;
  }

  wallMs(): number {
    return this.startedAtMs + this.#nowMs;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = { atMs: this.#nowMs + ms, end };
      this.#timers.push(timer);
      signal.addEventListener('abort', end);
    });
  }

  /** Passes the time timer by timer, and lets everything run that follows from each. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    await settle();
    for (;;) {
      const next = this.#timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (!next) break;
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.end();
      await settle();
    }
    this.#nowMs = untilMs;
    await settle();
  }
}

/** Requests of the fake service take several turns of the event loop. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export interface Arrived {
  readonly origin: string;
  readonly path: string;
  readonly token: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any request; tests look into it freely.
  readonly body: any;
}

/** A service that stores what arrives and answers what the test says. */
export class FakeService {
  readonly arrived: Arrived[] = [];
  /** Undefined: the usual answer. Thrown: no answer. */
  answer: (arrived: Arrived) => Response | Promise<Response> | undefined = () => undefined;
  readonly fallwatch = new Fallwatch({
    baseUrl: 'http://x',
    token: 'fwd_1_a',
    fetch: (request) => this.fetch(request),
  });
  readonly service = createDeviceService(this.fallwatch);
  /** As a real fetch does: a request that is garbage collected does not hear that it is aborted. */
  readonly #held: Request[] = [];

  fetch = async (request: Request): Promise<Response> => {
    this.#held.push(request);
    const text = await request.text();
    const { origin, pathname } = new URL(request.url);
    const arrived: Arrived = {
      origin,
      path: pathname.replace('/api', ''),
      token: request.headers.get('authorization')?.replace('Bearer ', ''),
      body: text === '' ? undefined : JSON.parse(text),
    };
    this.arrived.push(arrived);
    const aborted = new Promise<never>((_, reject) =>
      request.signal.addEventListener('abort', () => reject(new Error('aborted'))),
    );
    return Promise.race([this.answer(arrived) ?? this.#usual(arrived), aborted]);
  };

  /** The `uptime_ms` of each reading that arrived, in seconds, by request. */
  get seconds(): number[][] {
    return this.arrived
      .filter(({ path }) => path === '/device/sensor-stream' || path === '/device/readings')
      .map(({ body }) => (body.readings ?? [body]).map((reading: Reading) => reading.uptime_ms / 1_000));
  }

  #usual({ path, body }: Arrived): Response {
    if (path === '/device/sensor-stream') return ok({ ...quietAnswer, timestamp: answeredAt });
    if (path === '/device/readings')
      return ok({ receivedAt: answeredAt, results: body.readings.map(() => ({ status: 'stored', ...quietAnswer })) });
    return ok({});
  }
}

export const answeredAt = '2026-01-31T12:00:00.000Z';
export const quietAnswer = {
  fallDetected: false,
  fallConfidence: 0,
  fallLevel: 'NO_FALL',
  fallEventId: null as string | null,
  confirmation: { required: false, expiresAt: null as string | null },
  problem: null,
};

export function ok(data: unknown, headers: Record<string, string> = {}): Response {
  return Response.json({ success: true, data }, { headers });
}

export function refuse(status: number, retryAfterSeconds?: number): Response {
  const headers = new Headers(retryAfterSeconds === undefined ? [] : [['retry-after', String(retryAfterSeconds)]]);
  const body = { success: false, error: 'No', code: 'NO', details: { accel_x: 'must be a number' } };
  return Response.json(body, { status, headers });
}

export function noAnswer(): Promise<never> {
  return Promise.reject(new TypeError('fetch failed'));
}

/** The reading of the n-th second: at rest, or with an impact of `g`. */
export function reading(second: number, g = 1): Reading {
  return {
    device_id: '02:00:00:00:00:01',
    accel_x: 0,
    accel_y: 0,
    accel_z: g * 9.81,
    gyro_x: 0,
    gyro_y: 0,
    gyro_z: 0,
    uptime_ms: second * 1_000,
    sampling: 'peak',
  };
}
