import { createDetector, type Detector } from './detector.js';
import { judgeByModel } from './judge.js';
import { judgeByThreshold } from './threshold.js';

/** The fitted detector, used by the service. Change the version with any change that affects its results. */
export const currentDetector: Detector = createDetector('model-2', judgeByModel);
/** The first documented rule, kept to replay falls and as a baseline. */
export const thresholdDetector: Detector = createDetector('threshold-1', judgeByThreshold);

export const detectorVersion = currentDetector.version;

/** Assesses one reading. Pure: the time is `atMs` (arrival), the memory is `state`; neither is changed. */
export const assess: Detector['assess'] = currentDetector.assess;

/** For silence after an impact: call it when `silenceDueAtMs` has passed without a reading. */
export const assessSilence: Detector['assessSilence'] = currentDetector.assessSilence;
