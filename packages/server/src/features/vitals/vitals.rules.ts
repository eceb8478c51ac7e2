import { parseStart } from '../../platform/dates.js';
import { invalid } from '../../platform/refusal.js';
import { maxBuckets, type VitalsQuery } from './vitals.schema.js';

const dayMs = 86_400_000;
const minuteMs = 60_000;

export interface VitalsRange {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
  readonly step: number;
}

export function parseVitalsRange({ from, to, step }: VitalsQuery, nowMs: number): VitalsRange {
  const toMs = to === undefined ? nowMs : parseStart('to', to);
  const fromMs = from === undefined ? toMs - dayMs : parseStart('from', from);
  if (fromMs >= toMs) throw invalid({ to: 'must be after from' });
  if (step % 60 !== 0) throw invalid({ step: `must be a whole number of minutes, as 60, 300 or 3600; got ${step}` });
  const shortest = Math.ceil((toMs - fromMs) / maxBuckets / minuteMs) * 60;
  if (step < shortest)
    throw invalid({
      step: `must be at least ${shortest} between these times, or the times closer: an answer has at most ${maxBuckets} steps; got ${step}`,
    });
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), step };
}
