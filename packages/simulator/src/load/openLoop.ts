import { build, type Histogram } from 'hdr-histogram-js';
import type { Client, Dispatcher } from 'undici';
import { type LoadDevice, toBody } from './devices.js';

export interface Plan {
  readonly devices: readonly LoadDevice[];
  readonly clients: readonly Client[];
  /** Readings per device and second. */
  readonly rate: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** Called about once a second with the result so far. */
  readonly onProgress: (result: LoadResult) => void;
}

export interface LoadResult {
  /** µs from the moment a reading was due until its complete answer, including waiting in our own queue. */
  readonly latency: Histogram;
  readonly statuses: Map<string, number>;
  due: number;
  answered: number;
  inFlight: number;
  /** Due, but not sent: more than `mostInFlight` were in flight already. */
  overflowed: number;
  seconds: number;
  cpuCores: number;
}

/** Limits memory when the service stops answering: two seconds of all readings. */
const inFlightSeconds = 2;
/** Short enough to keep arrivals even, long enough to sleep in between. */
const stepMs = 2;

/**
 * Open loop: readings are due at a constant rate, by the clock, whatever the service does. Devices are due in turn, so
 * each sends at the same moment of every second. A slow answer delays no later reading, and latency counts from when a
 * reading was due: no measurement is omitted because the service was slow.
 */
export async function openLoop({ devices, clients, rate, seconds, signal, onProgress }: Plan): Promise<LoadResult> {
  const perSecond = devices.length * rate;
  const total = Math.round(perSecond * seconds);
  const mostInFlight = Math.ceil(perSecond * inFlightSeconds);
  const result = emptyResult();
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();

  const send = (n: number, dueAt: number): void => {
    result.due += 1;
    if (result.inFlight >= mostInFlight) {
      result.overflowed += 1;
      return;
    }
    const index = n % devices.length;
    const device = devices[index] as LoadDevice;
    // Always the same connection, so that a device's readings arrive in order.
    const client = clients[index % clients.length] as Client;
    // The first reading was sent to register the device.
    const body = toBody(device, Math.floor(n / devices.length) + 1);
    result.inFlight += 1;
    client.dispatch(
      { path: '/api/device/sensor-stream', method: 'POST', headers: device.headers as string[], body },
      new Waiting(result, dueAt),
    );
  };
  const sum = (): void => {
    result.seconds = (performance.now() - startedAt) / 1_000;
    const { user, system } = process.cpuUsage(cpuBefore);
    result.cpuCores = (user + system) / 1e6 / result.seconds;
  };

  for (let sent = 0, progressAt = startedAt + 1_000; sent < total && !signal.aborted; ) {
    const now = performance.now();
    const due = Math.min(total, Math.floor(((now - startedAt) * perSecond) / 1_000));
    while (sent < due) {
      send(sent, startedAt + (sent * 1_000) / perSecond);
      sent += 1;
    }
    if (now >= progressAt) {
      progressAt += 1_000;
      sum();
      onProgress(result);
    }
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
  sum();
  // Wait for the last answers; each request has its own time-out.
  while (result.inFlight > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  return result;
}

function emptyResult(): LoadResult {
  return {
    latency: build({ lowestDiscernibleValue: 1, highestTrackableValue: 60_000_000, numberOfSignificantValueDigits: 3 }),
    statuses: new Map(),
    due: 0,
    answered: 0,
    inFlight: 0,
    overflowed: 0,
    seconds: 0,
    cpuCores: 0,
  };
}

/** Waits for one answer. The minimal handler for undici: at ten thousand a second every promise counts. */
class Waiting implements Dispatcher.DispatchHandler {
  readonly #result: LoadResult;
  readonly #dueAt: number;
  #status = '';

  constructor(result: LoadResult, dueAt: number) {
    this.#result = result;
    this.#dueAt = dueAt;
  }

  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, statusCode: number): void {
    this.#status = String(statusCode);
  }

  onResponseData(): void {}

  onResponseEnd(): void {
    this.#end(this.#status);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error & { code?: string }): void {
    this.#end(error.code ?? error.name);
  }

  #end(status: string): void {
    const { latency, statuses } = this.#result;
    this.#result.inFlight -= 1;
    this.#result.answered += 1;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    latency.recordValue(Math.min(60_000_000, Math.max(1, Math.round((performance.now() - this.#dueAt) * 1_000))));
  }
}
