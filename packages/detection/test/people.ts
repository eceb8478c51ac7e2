import { type Assessment, assess, type DetectorState, type Reading, type Vector } from '../src/index.js';

const g = 9.80665;

/** A wearer who first stands upright, then does what the test says, one reading a second. */
export function wearer(device: Partial<Reading> = {}) {
  let state: DetectorState | undefined;
  let uptimeMs = 60_000;
  const send = (change: Partial<Reading>): Assessment => {
    uptimeMs += 1_000;
    const reading: Reading = { accel: [0, -g, 0], gyro: [1, 0, 1], uptimeMs, ...device, ...change };
    const assessment = assess(state, reading, 1_000_000 + uptimeMs);
    state = assessment.state;
    return assessment;
  };
  return {
    send,
    stands: (seconds: number) => repeat(seconds, () => send({})),
    lies: (seconds: number) => repeat(seconds, () => send({ accel: [0.2, -0.3, g], gyro: [0, 1, 0] })),
    hits: (impactG: number, turn: number) => send({ accel: [impactG * g, 0, 0], gyro: [turn, 0, 0] }),
    walks: (seconds: number) =>
      repeat(seconds, (second) => {
        const swing = Math.sin(second * 2.1);
        return send({ accel: [1.5 * swing, -g * (1 + 0.25 * swing), 1.2], gyro: [40 * swing, 25, 10] });
      }),
  };
}

/** One second of raw samples: `shape` gives acceleration and rotation at a time within it. */
export function createBurst(rateHz: number, shape: (seconds: number) => { accel: Vector; gyro: Vector }) {
  const samples = Array.from({ length: rateHz }, (_, index) => shape(index / rateHz));
  return { rateHz, accel: samples.map(({ accel }) => [...accel]), gyro: samples.map(({ gyro }) => [...gyro]) };
}

function repeat(times: number, step: (index: number) => Assessment): Assessment[] {
  return Array.from({ length: times }, (_, index) => step(index));
}
