import type { FittedModel } from '../model/model.js';
import type { BodySite } from '../reading.js';
import type { InputKind } from '../state.js';
import { burstUnknown } from './burst-unknown.js';
import { burstWaist } from './burst-waist.js';
import { burstWrist } from './burst-wrist.js';
import { instantUnknown } from './instant-unknown.js';
import { instantWaist } from './instant-waist.js';
import { instantWrist } from './instant-wrist.js';
import { peakUnknown } from './peak-unknown.js';
import { peakWaist } from './peak-waist.js';
import { peakWrist } from './peak-wrist.js';

const models: Record<InputKind, Record<BodySite | 'unknown', FittedModel>> = {
  burst: { waist: burstWaist, wrist: burstWrist, unknown: burstUnknown },
  peak: { waist: peakWaist, wrist: peakWrist, unknown: peakUnknown },
  instant: { waist: instantWaist, wrist: instantWrist, unknown: instantUnknown },
};

/** A model for the waist must not run on a wrist: for an unknown site, use the model fitted on both. */
export function findModel(input: InputKind, site: BodySite | 'unknown'): FittedModel {
  return models[input][site];
}
