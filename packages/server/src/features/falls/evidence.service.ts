/** Uses the stored evidence of falls again: to replay it on another detector, or to export it as training labels. */
import {
  currentDetector,
  type Detector,
  type ReplayDifference,
  replayDifference,
  thresholdDetector,
} from '@fallwatch/detection';
import type { Context } from '../../platform/context.js';
import { isUuid } from '../../platform/ids.js';
import { notFound, Refusal } from '../../platform/refusal.js';
import { getListedFall, listLabelled } from './falls.store.js';

const detectors: readonly Detector[] = [currentDetector, thresholdDetector];

export const detectorVersions = detectors.map((detector) => detector.version);

/** Replays the fall's evidence window on two detectors. */
export async function replayFall(
  ctx: Context,
  fallId: string,
  fromVersion: string,
  toVersion: string,
): Promise<ReplayDifference> {
  if (!isUuid(fallId)) throw notFound('Fall');
  const { evidence } = await getListedFall(ctx.db, fallId);
  if (!evidence)
    throw new Refusal(409, 'NO_EVIDENCE', 'This fall was reported by a person: there is nothing to replay');
  return replayDifference(evidence, findDetector(fromVersion), findDetector(toVersion));
}

/** One line of JSON per fall with an outcome, read in pieces. */
export async function* exportLabels(ctx: Context): AsyncGenerator<string> {
  const pieceSize = 200;
  let afterId = '00000000-0000-0000-0000-000000000000';
  while (true) {
    const falls = await listLabelled(ctx.db, afterId, pieceSize);
    const last = falls.at(-1);
    if (!last) return;
    for (const fall of falls) yield JSON.stringify(fall);
    afterId = last.id;
  }
}

function findDetector(version: string): Detector {
  const found = detectors.find((detector) => detector.version === version);
  if (!found)
    throw new Refusal(
      400,
      'NO_SUCH_DETECTOR',
      `There is no detector ${version}; there are ${detectorVersions.join(', ')}`,
    );
  return found;
}
