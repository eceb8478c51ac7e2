import type { Reading } from '@fallwatch/client';
import { assess, type DetectorState } from '@fallwatch/detection';
import { describe, expect, test } from 'vitest';
import { type EdgeState, edgeStart, selectReadings, toMotion } from '../src/edge/edge.rules.js';
import { reading } from './fakes.js';

function runEdge(readings: readonly Reading[]) {
  let state: EdgeState = edgeStart;
  return readings.map((one) => {
    const selected = selectReadings(state, one);
    state = selected.state;
    return selected.send;
  });
}

const seconds = (sent: readonly (readonly Reading[])[]) => sent.flat().map(({ uptime_ms }) => uptime_ms / 1_000);
const quiet = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => reading(from + i));

/** Upright, an impact of 5 g that turns the body, then lying still. */
function fall(from: number): Reading[] {
  const lying = (second: number): Reading => ({ ...reading(second), accel_x: 9.81, accel_z: 0 });
  const hit = { ...reading(from), accel_x: 40, accel_z: 28, gyro_x: 300 };
  return [hit, ...Array.from({ length: 30 }, (_, i) => lying(from + 1 + i))];
}

describe('edge mode', () => {
  test('sends one second of each minute while nothing happens, without its burst', () => {
    const burst = { rate_hz: 25, accel: [[0, 0, 9.81]], gyro: [[0, 0, 0]] };
    const sent = runEdge(quiet(1, 600).map((one) => ({ ...one, samples: burst })));
    // The first seconds after the start are sent one by one.
    const requests = sent.slice(11).filter(({ length }) => length > 0);
    expect(requests).toHaveLength(9);
    for (const [summary] of requests) {
      expect(summary).toMatchObject({ interval_ms: 60_000 });
      expect(summary).not.toHaveProperty('samples');
    }
  });

  test('sends a fall with the seconds before it, each once and in order', () => {
    const sent = runEdge([...quiet(1, 100), ...fall(101)]);
    const all = seconds(sent);
    expect(all).toEqual([...new Set(all)].sort((a, b) => a - b));
    expect(all).toEqual(expect.arrayContaining(Array.from({ length: 25 }, (_, i) => 86 + i)));
  });

  test('gives the service the same assessments as every second would, from the event on', () => {
    const everything = [...quiet(1, 100), ...fall(101)];
    const judge = (readings: readonly Reading[]) => {
      let state: DetectorState | undefined;
      return new Map(
        readings.map((one) => {
          const assessed = assess(state, toMotion(one), one.uptime_ms);
          state = assessed.state;
          return [one.uptime_ms, assessed.confidence];
        }),
      );
    };
    const [all, some] = [judge(everything), judge(runEdge(everything).flat())];
    const largest = (map: Map<number, number>) => Math.max(...map.values());
    expect(largest(all)).toBeGreaterThan(0.5);
    for (const [atMs, confidence] of some) expect(confidence).toBe(all.get(atMs));
    expect(largest(some)).toBe(largest(all));
  });

  test('the last second of an event announces the slower pace', () => {
    const sent = runEdge([...quiet(1, 100), ...fall(101)]).flat();
    const intervals = sent.filter(({ uptime_ms }) => uptime_ms >= 101_000).map((one) => one.interval_ms);
    expect(intervals.slice(0, -1).every((interval) => interval === 1_000)).toBe(true);
    expect(intervals.at(-1)).toBe(60_000);
  });

  test('sends at once when the health score drops', () => {
    const vitals = (one: Reading, spo2: number): Reading => ({ ...one, heart_rate: 70, spo2 });
    const sent = runEdge([...quiet(1, 130).map((one) => vitals(one, 97)), vitals(reading(131), 80)]);
    expect(seconds(sent.slice(-1)).at(-1)).toBe(131);
  });

  test('a summary has no impact; a minute of running is sent as it is', () => {
    const running = Array.from({ length: 300 }, (_, i) => reading(i + 1, 2));
    const requests = runEdge(running)
      .slice(12)
      .filter(({ length }) => length > 0);
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) if (request.length === 1) expect(request[0]?.accel_z ?? 0).toBeLessThan(14.7);
  });
});
