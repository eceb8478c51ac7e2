import { type Detector, detectorOf } from './detector.js';
import { judgeByModel } from './judge.js';
import { judgeByThreshold } from './threshold.js';

/** The fitted detector: what the service runs. Change the version with anything that changes its answers. */
export const currentDetector: Detector = detectorOf('model-1', judgeByModel);
/** The first documented rule, kept to replay falls on and to measure against. */
export const thresholdDetector: Detector = detectorOf('threshold-1', judgeByThreshold);

export const detectorVersion = currentDetector.version;

/** Assesses one reading. Pure: the clock is `atMs` (arrival), the memory is `state`, neither is changed. */
export const assess: Detector['assess'] = currentDetector.assess;

/** Impact, then silence: to be asked when `silenceDueAtMs` has come and no reading has. */
export const assessSilence: Detector['assessSilence'] = currentDetector.assessSilence;
