import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assess } from './assess.js';
import { toLevel } from './level.js';
import { packState, unpackState } from './pack.js';
import type { Reading } from './reading.js';
import type { DetectorState } from './state.js';

const axis = fc.oneof(
  fc.double({ min: -200, max: 200, noNaN: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const vector = fc.tuple(axis, axis, axis);
const rows = fc.array(fc.oneof({ weight: 9, arbitrary: vector }, fc.constant<number[]>([])), { maxLength: 100 });
const reading: fc.Arbitrary<Reading> = fc.record(
  {
    accel: vector,
    gyro: fc.oneof(vector, fc.constant([Number.NaN, 0, 0] as const), fc.constant([2000, -2000, 2000] as const)),
    uptimeMs: fc.oneof(fc.nat(5_000), fc.nat(4_294_967_295)),
    sampling: fc.constantFrom('instant' as const, 'peak' as const),
    bodySite: fc.constantFrom('waist' as const, 'wrist' as const),
    samples: fc.record(
      { rateHz: fc.double({ min: 0, max: 200, noNaN: true }), accel: rows, gyro: rows },
      { requiredKeys: ['rateHz', 'accel'] },
    ),
  },
  { requiredKeys: ['accel', 'uptimeMs'] },
);
const steps = fc.array(fc.tuple(reading, fc.nat(12_000), fc.integer({ min: -500, max: 12_000 })), { maxLength: 14 });

test('any stream of finite readings gives a confidence within 0..1, bounded state, and packs without loss', () => {
  fc.assert(
    fc.property(steps, fc.boolean(), (stream, advances) => {
      let state: DetectorState | undefined;
      let atMs = 1_700_000_000_000;
      let uptimeMs = 0;
      for (const [step, uptimeStepMs, arrivalStepMs] of stream) {
        atMs += arrivalStepMs;
        uptimeMs += uptimeStepMs;
        const assessment = assess(state, advances ? { ...step, uptimeMs } : step, atMs);
        state = assessment.state;
        expect(assessment.confidence).toBeGreaterThanOrEqual(0);
        expect(assessment.confidence).toBeLessThanOrEqual(1);
        expect(assessment.level).toBe(toLevel(assessment.confidence));
        expect(state.slots.length).toBeLessThanOrEqual(10);
        const packed = packState(state);
        expect(packed.length).toBeLessThanOrEqual(
          state.slots.some(({ samples }) => samples !== undefined) ? 4_000 : 300,
        );
        expect(unpackState(packed)).toEqual(state);
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('a repeated reading changes nothing, and the detector continues after a restart of the device clock', () => {
  fc.assert(
    fc.property(reading, fc.nat(3_000), (one, laterMs) => {
      const { state } = assess(undefined, one, 1_000);
      expect(assess(state, one, 1_000 + laterMs).state.slots).toEqual(state.slots);
      const restarted = assess({ ...state, uptimeMs: 500_000 }, { ...one, uptimeMs: 900 }, 2_000);
      expect(restarted.state.slots).toHaveLength(2);
    }),
    { numRuns: 300 },
  );
});

test('damaged bytes unpack to undefined', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(() => unpackState(bytes)).not.toThrow();
    }),
  );
});
