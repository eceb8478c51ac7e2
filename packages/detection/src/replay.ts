import type { Detector } from './detector.js';
import type { Explanation } from './explanation.js';
import { type FallLevel, toLevel } from './level.js';
import type { Reading, Vector } from './reading.js';
import { accelPerUnit, burstHz, type DetectorState, type Slot, turnPerUnit } from './state.js';

/** The readings that led to an assessment, with their arrival times: enough to repeat it. */
export type EvidenceWindow = readonly { readonly atMs: number; readonly reading: Reading }[];

export type Replay = {
  readonly detectorVersion: string;
  readonly steps: readonly { readonly atMs: number; readonly confidence: number; readonly level: FallLevel }[];
  /** The strongest step. */
  readonly confidence: number;
  readonly level: FallLevel;
  readonly explanation: Explanation | null;
};

/** Runs a detector over the window of a fall, starting without state. */
export function replay(evidence: EvidenceWindow, detector: Detector): Replay {
  let state: DetectorState | undefined;
  let explanation: Explanation | null = null;
  let confidence = 0;
  const steps = evidence.map(({ atMs, reading }) => {
    const assessed = detector.assess(state, reading, atMs);
    state = assessed.state;
    if (explanation === null || assessed.confidence > confidence) {
      confidence = assessed.confidence;
      explanation = assessed.explanation;
    }
    return { atMs, confidence: assessed.confidence, level: assessed.level };
  });
  return { detectorVersion: detector.version, steps, confidence, level: toLevel(confidence), explanation };
}

export type ReplayDifference = {
  readonly from: Replay;
  readonly to: Replay;
  readonly confidenceChange: number;
  readonly levelChanged: boolean;
};

/** Replays the same window on two detectors. */
export function replayDifference(evidence: EvidenceWindow, one: Detector, other: Detector): ReplayDifference {
  const from = replay(evidence, one);
  const to = replay(evidence, other);
  return { from, to, confidenceChange: to.confidence - from.confidence, levelChanged: from.level !== to.level };
}

/** The window contained in a state: at most ten seconds, bursts at 25 Hz. */
export function toEvidenceWindow(state: DetectorState): EvidenceWindow {
  return state.slots.map((slot, index) => {
    const beforeMs = 1_000 * (state.slots.length - 1 - index);
    return { atMs: state.atMs - beforeMs, reading: toReading(slot, state, state.uptimeMs - beforeMs) };
  });
}

function toReading(slot: Slot, state: DetectorState, uptimeMs: number): Reading {
  const [x, y, z] = slot.accel;
  return {
    accel: [x / accelPerUnit, y / accelPerUnit, z / accelPerUnit],
    // A slot stores only the magnitude of a plain reading's rotation, and the detector uses nothing else.
    ...(slot.turn < 0 ? {} : { gyro: [slot.turn / turnPerUnit, 0, 0] as Vector }),
    uptimeMs,
    ...(slot.input === 'burst' ? {} : { sampling: slot.input }),
    ...(state.site === 'unknown' ? {} : { bodySite: state.site }),
    ...(slot.samples === undefined ? {} : { samples: toBurst(slot.samples, slot.turn >= 0) }),
  };
}

function toBurst(samples: readonly number[], hasGyro: boolean): NonNullable<Reading['samples']> {
  const rows = Array.from({ length: samples.length / 6 }, (_, index) => samples.slice(index * 6, index * 6 + 6));
  const accel = rows.map((row) => row.slice(0, 3).map((value) => value / accelPerUnit));
  const gyro = rows.map((row) => row.slice(3).map((value) => value / turnPerUnit));
  return { rateHz: burstHz, accel, ...(hasGyro ? { gyro } : {}) };
}
