import { maxSamples } from './burst.js';
import { decisionAge, isImpact, isMovement, oldestAge } from './candidates.js';
import { listEvidence } from './evidence.js';
import { burstFeatureCount, burstFeatures } from './features/burstFeatures.js';
import { type SecondSample, secondFeatureCount, secondFeatures } from './features/secondFeatures.js';
import { newSignal, pushSample, type Signal } from './features/signal.js';
import { findLimit, type Limit } from './limits.js';
import { withoutTurn } from './missingTurn.js';
import { calibrated, computeLogit, type FittedModel } from './model/model.js';
import { findModel } from './models/models.js';
import {
  accelPerUnit,
  type DetectorState,
  type InputKind,
  maxSlots,
  type Slot,
  standardGravity,
  turnPerUnit,
} from './state.js';
import type { Verdict } from './verdict.js';

/** Up to here the level is NO_FALL, and the evidence is not shown. */
const worthExplaining = 0.3;

export const accelScale = 1 / (accelPerUnit * standardGravity);
export const turnScale = 1 / turnPerUnit;

// Buffers for one assessment, reused by each: assess is synchronous, so no other code can see them half filled.
const signal: Signal = newSignal(maxSlots * maxSamples);
const slotStart = new Int32Array(maxSlots + 1);
type Writable<T> = { -readonly [K in keyof T]: T[K] };
const seconds: readonly Writable<SecondSample>[] = Array.from({ length: maxSlots }, () => ({
  x: 0,
  y: 0,
  z: 0,
  a: 0,
  w: 0,
}));
const a = new Float64Array(maxSlots);
const w = new Float64Array(maxSlots);
const features = new Float64Array(Math.max(burstFeatureCount, secondFeatureCount));

/** The fitted detector: returns the strongest of the current candidates. */
export function judgeByModel(state: DetectorState): Verdict {
  const { slots } = state;
  const last = slots.length - 1;
  const first = Math.max(0, last - oldestAge);
  fillSeconds(slots);
  const burstFrom = firstBurst(slots);
  let filled = false;
  let best = 0;
  let bestIndex = 0;
  let bestLimit: Limit | undefined;
  for (let i = last; i >= first; i--) {
    const kind = findInputKind(slots, i, burstFrom);
    if (!isCandidate(kind, i, last)) continue;
    if (kind === 'burst' && !filled) {
      fillSignal(slots, burstFrom);
      filled = true;
    }
    writeFeatures(kind, slots, i, last);
    const unlimited = computeConfidence(findModel(kind, state.site), last - i);
    const limit = findLimit(unlimited, kind, state.site, last - i, features);
    const confidence = limit?.most ?? unlimited;
    if (confidence > best) {
      best = confidence;
      bestIndex = i;
      bestLimit = limit;
    }
  }
  if (best <= worthExplaining) return { confidence: best, evidence: [] };
  const kind = findInputKind(slots, bestIndex, burstFrom);
  writeFeatures(kind, slots, bestIndex, last);
  const evidence = listEvidence(kind, findModel(kind, state.site), features, last - bestIndex);
  return { confidence: best, evidence, ...(bestLimit === undefined ? {} : { limitedBy: bestLimit.reason }) };
}

/** The calibration was fitted on ages at which the aftermath is known; before that the logit is used as it is. */
function computeConfidence(model: FittedModel, age: number): number {
  const logit = computeLogit(model, features, 0, age);
  return age < decisionAge ? 1 / (1 + Math.exp(-logit)) : calibrated(model, logit);
}

function isCandidate(kind: InputKind, i: number, last: number): boolean {
  return kind === 'instant' ? isMovement(a, w, i) : isImpact(a, i, last);
}

/** A candidate is assessed as a burst if it and all slots since came as bursts. */
function findInputKind(slots: readonly Slot[], i: number, burstFrom: number): InputKind {
  if (i >= burstFrom) return 'burst';
  return (slots[i] as Slot).input === 'instant' ? 'instant' : 'peak';
}

function firstBurst(slots: readonly Slot[]): number {
  let from = slots.length;
  while (from > 0 && (slots[from - 1] as Slot).samples !== undefined) from--;
  return from;
}

function fillSeconds(slots: readonly Slot[]): void {
  for (let i = 0; i < slots.length; i++) {
    const { accel, turn } = slots[i] as Slot;
    const second = seconds[i] as Writable<SecondSample>;
    second.x = accel[0] * accelScale;
    second.y = accel[1] * accelScale;
    second.z = accel[2] * accelScale;
    second.a = Math.sqrt(second.x * second.x + second.y * second.y + second.z * second.z);
    second.w = turn < 0 ? 0 : turn * turnScale;
    a[i] = second.a;
    w[i] = second.w;
  }
}

function fillSignal(slots: readonly Slot[], burstFrom: number): void {
  signal.length = 0;
  for (let i = burstFrom; i < slots.length; i++) {
    const samples = (slots[i] as Slot).samples as readonly number[];
    slotStart[i] = signal.length;
    for (let at = 0; at < samples.length; at += 6) pushSample(signal, samples, at, accelScale, turnScale);
    slotStart[i + 1] = signal.length;
  }
}

function writeFeatures(kind: InputKind, slots: readonly Slot[], i: number, last: number): void {
  const hasGyro = (slots[i] as Slot).turn >= 0 && (slots[last] as Slot).turn >= 0;
  if (kind !== 'burst') {
    secondFeatures(seconds, i, last, features, 0);
  } else {
    burstFeatures(signal, largestIn(slotStart[i] as number, slotStart[i + 1] as number), signal.length, features, 0);
  }
  if (!hasGyro) withoutTurn(kind, features, 0);
}

function largestIn(from: number, to: number): number {
  let best = from;
  for (let i = from; i < to; i++) if ((signal.a[i] as number) > (signal.a[best] as number)) best = i;
  return best;
}
