import type { Reading } from '@fallwatch/client';
import { assess, bareHealthScore, type DetectorState, type Reading as Motion } from '@fallwatch/detection';

/**
 * quiet → event: something happened (below); the seconds before it, which were not sent yet, are sent with it.
 * event → event: every second is sent. event → quiet: nothing happened for `afterMs`.
 * quiet → quiet: one second of each minute is sent.
 */
export interface EdgeState {
  readonly detector: DetectorState | undefined;
  /** Seconds that were not sent, oldest first. */
  readonly unsent: readonly Reading[];
  readonly sentAtMs: number;
  /** Everything up to here is sent. */
  readonly eventUntilMs: number;
  /** Health score of the latest second that was sent. */
  readonly sentScore: number | undefined;
}

export const edgeStart: EdgeState = {
  detector: undefined,
  unsent: [],
  sentAtMs: Number.NEGATIVE_INFINITY,
  eventUntilMs: Number.NEGATIVE_INFINITY,
  sentScore: undefined,
};

/** How often a quiet device sends. */
export const summaryMs = 60_000;
const secondMs = 1_000;
/**
 * NO_FALL ends at 0.30, and the service records and alerts only above it. Half of it leaves room for a service with a
 * newer detector than the device.
 */
const eventAbove = 0.15;
/**
 * The detector's window is ten seconds, and a candidate is judged with four before it: with these the service judges the
 * event like the device did.
 */
const keptSeconds = 15;
/** As long as the detector follows a candidate. Nothing is lost if it rises again later: unsent seconds are kept. */
const afterMs = 5_000;
/** Points of the health score. A smaller change can wait for the next summary. */
const scoreStep = 10;
/**
 * A summary stands alone, without the seconds around it: an impact in it would look suspicious. A minute of running has
 * no second below; then the kept seconds are sent as an event.
 */
const summaryBelow = 1.5 * 9.80665;
const latestSummaryMs = 2 * summaryMs;

/** A reading that says how often the device sends at present. */
export type PacedReading = Reading & { readonly interval_ms: number };

export interface Selected {
  readonly state: EdgeState;
  readonly send: readonly PacedReading[];
}

export function selectReadings(before: EdgeState, reading: Reading): Selected {
  const nowMs = reading.uptime_ms;
  const { state: detector, confidence } = assess(before.detector, toMotion(reading), nowMs);
  // The first seconds are sent too: whoever switches the device on waits for its first signal.
  const isFirst = before.detector === undefined;
  const isEvent = isFirst || confidence > eventAbove || hasChanged(before.sentScore, computeScore(reading));
  const eventUntilMs = isEvent ? nowMs + afterMs : before.eventUntilMs;
  const unsent = [...before.unsent, reading];
  const next: EdgeState = { ...before, detector, eventUntilMs, unsent };
  if (nowMs <= eventUntilMs) return sendAll(next, nowMs < eventUntilMs ? secondMs : summaryMs);
  return sendSummary(next, nowMs);
}

function sendAll({ unsent, ...state }: EdgeState, intervalMs: number): Selected {
  const send = unsent.map((reading) => ({ ...reading, interval_ms: intervalMs }));
  const latest = unsent.at(-1);
  if (latest === undefined) return { state: { ...state, unsent }, send };
  return { state: { ...state, unsent: [], sentAtMs: latest.uptime_ms, sentScore: computeScore(latest) }, send };
}

/**
 * The oldest kept second is sent, not the newest: the service must get the seconds of a later event in order, and drops
 * those that are older than one it has.
 */
function sendSummary(state: EdgeState, nowMs: number): Selected {
  const isFull = state.unsent.length > keptSeconds;
  const [oldest, ...newer] = state.unsent;
  if (!isFull || oldest === undefined) return { state, send: [] };
  const sinceMs = nowMs - state.sentAtMs;
  if (sinceMs >= latestSummaryMs) return sendAll(state, summaryMs);
  if (sinceMs < summaryMs || !isCalm(oldest)) return { state: { ...state, unsent: newer }, send: [] };
  const { samples: _samples, ...summary } = oldest;
  return {
    state: { ...state, unsent: newer, sentAtMs: nowMs, sentScore: computeScore(oldest) },
    send: [{ ...summary, interval_ms: summaryMs }],
  };
}

function isCalm({ accel_x, accel_y, accel_z }: Reading): boolean {
  return Math.hypot(accel_x, accel_y, accel_z) < summaryBelow;
}

function hasChanged(before: number | undefined, score: number): boolean {
  return before !== undefined && Math.abs(score - before) >= scoreStep;
}

function computeScore({ heart_rate, spo2, battery_level, sensors_initialized }: Reading): number {
  const { score } = bareHealthScore({
    ...(heart_rate === undefined ? {} : { heartRate: { latestBpm: heart_rate } }),
    ...(spo2 === undefined ? {} : { oxygen: { latestPercent: spo2 } }),
    ...(battery_level === undefined ? {} : { batteryPercent: battery_level }),
    ...(sensors_initialized === undefined ? {} : { sensorsReliable: sensors_initialized }),
  });
  return score;
}

/** The part of a reading that the detector uses. */
export function toMotion(reading: Reading): Motion {
  const { sampling, body_site: bodySite, samples, uptime_ms: uptimeMs } = reading;
  return {
    accel: [reading.accel_x, reading.accel_y, reading.accel_z],
    gyro: [reading.gyro_x, reading.gyro_y, reading.gyro_z],
    uptimeMs,
    ...(sampling === undefined ? {} : { sampling }),
    ...(bodySite === undefined ? {} : { bodySite }),
    ...(samples === undefined ? {} : { samples: toBurst(samples) }),
  };
}

function toBurst({ rate_hz, accel, gyro }: NonNullable<Reading['samples']>): NonNullable<Motion['samples']> {
  return { rateHz: rate_hz, accel, ...(gyro ? { gyro } : {}) };
}
