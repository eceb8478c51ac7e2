export { followedMs } from './aftermath.js';
export { assess, assessSilence, currentDetector, detectorVersion, thresholdDetector } from './assess.js';
export type { Assessment, Detector } from './detector.js';
export type { DataQuality, Evidence, Explanation, QualityNote } from './explanation.js';
export {
  bareHealthScore,
  computeFallLoad,
  type HealthFactor,
  type HealthFactorName,
  type HealthInput,
  type HealthScore,
  healthScore,
} from './healthScore.js';
export { type FallAction, type FallLevel, fallLevels, toAction, toLevel } from './level.js';
export { type LimitReason, limitReasons } from './limits.js';
export { packState, unpackState } from './pack.js';
export {
  type AnsweredFall,
  consistentAnswers,
  type FallAnswer,
  findOfferedThreshold,
  isUpTo,
  maxPersonalThreshold,
  withholdsAlert,
} from './personalThreshold.js';
export type { BodySite, Burst, Reading, Sampling, Vector } from './reading.js';
export {
  type EvidenceWindow,
  type Replay,
  type ReplayDifference,
  replay,
  replayDifference,
  toEvidenceWindow,
} from './replay.js';
export type { DetectorState, Episode, InputKind, Slot } from './state.js';
export { type Aftermath, type AftermathChange, type AftermathKind, aftermathKinds } from './state.js';
