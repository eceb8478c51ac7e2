import type { Bundle, Resource } from '@medplum/fhirtypes';
import { parseStart } from '../../platform/dates.js';
import { invalid } from '../../platform/refusal.js';
import { defaultDays, type FhirQuery, maxDays } from './fhir.schema.js';

const dayMs = 86_400_000;
const hourSeconds = 3_600;

export interface FhirPeriod {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
  /** Seconds in one Observation. */
  readonly step: number;
}

/** Vitals by the hour in a month, by the day in a longer period: at most 744 or 366 values of each kind. */
export function parsePeriod({ from, to }: FhirQuery, nowMs: number): FhirPeriod {
  const toMs = to === undefined ? nowMs : parseStart('to', to);
  const fromMs = from === undefined ? toMs - defaultDays * dayMs : parseStart('from', from);
  if (fromMs >= toMs) throw invalid({ to: 'must be after from' });
  const days = (toMs - fromMs) / dayMs;
  if (days > maxDays)
    throw invalid({
      from: `must be at most ${maxDays} days before to; got ${Math.ceil(days)} days. Ask for several periods, one after the other`,
    });
  const step = days <= 31 ? hourSeconds : 24 * hourSeconds;
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), step };
}

/** `baseUrl` gives the resources their identity; they cannot be read there. */
export function toBundle(resources: readonly Resource[], baseUrl: string, timestamp: string): Bundle {
  const entry = resources.map((resource) => {
    return { fullUrl: `${baseUrl}/fhir/${resource.resourceType}/${resource.id}`, resource };
  });
  return { resourceType: 'Bundle', type: 'collection', timestamp, entry };
}
