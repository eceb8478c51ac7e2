/** What happened: a fall is a DetectedIssue, a message that reached somebody a Communication. */
import type { FallLevel } from '@fallwatch/detection';
import type { Communication, DetectedIssue, DetectedIssueMitigation, Observation } from '@medplum/fhirtypes';
import type { AlertSeverity } from '../../platform/db/tables/alerts.js';
import type { FallOutcome } from '../../platform/db/tables/falls.js';
import type { FhirDelivery, FhirFall } from './fhir.store.js';
import { toReference } from './person.rules.js';

const severities: Record<FallLevel, DetectedIssue['severity']> = {
  NO_FALL: 'low',
  SUSPICIOUS: 'low',
  POTENTIAL: 'moderate',
  HIGH: 'high',
  CONFIRMED: 'high',
};

const outcomes: Record<FallOutcome, string> = {
  HELPED: 'Somebody helped',
  FALSE_ALARM: 'False alarm',
  HOSPITAL: 'Taken to hospital',
  OTHER: 'Other outcome',
};

/** What else is in the bundle: only that is referred to. */
export interface InBundle {
  readonly patientId: string;
  readonly deviceIds: ReadonlySet<string>;
  readonly fallIds: ReadonlySet<string>;
  readonly observations: readonly Observation[];
}

export function toDetectedIssue(fall: FhirFall, { patientId, deviceIds, observations }: InBundle): DetectedIssue {
  const at = fall.impactAt ?? fall.createdAt;
  const detail = observations.filter((one) => covers(one, at)).map(({ id }) => toReference('Observation', String(id)));
  const mitigation = toMitigation(fall);
  const evidence = {
    ...(fall.explanation ? { code: [{ text: fall.explanation.summary }] } : {}),
    ...(detail.length > 0 ? { detail } : {}),
  };
  return {
    resourceType: 'DetectedIssue',
    id: fall.id,
    status: toStatus(fall),
    code: {
      coding: [{ system: 'http://snomed.info/sct', code: '1912002', display: 'Fall' }],
      text: `Suspected fall, ${fall.status}`,
    },
    severity: severities[fall.status],
    patient: toReference('Patient', patientId),
    identifiedDateTime: at,
    ...(fall.deviceId && deviceIds.has(fall.deviceId) ? { author: toReference('Device', fall.deviceId) } : {}),
    ...(Object.keys(evidence).length > 0 ? { evidence: [evidence] } : {}),
    ...(fall.location ? { detail: `Place: ${fall.location}` } : {}),
    ...(mitigation.length > 0 ? { mitigation } : {}),
  };
}

/** A false alarm should never have existed; as long as nobody has said what it was, it is preliminary. */
function toStatus({ outcome, cancelledAt, confirmedAt }: FhirFall): DetectedIssue['status'] {
  if (outcome === 'FALSE_ALARM') return 'entered-in-error';
  return outcome !== null || cancelledAt !== null || confirmedAt !== null ? 'final' : 'preliminary';
}

function toMitigation(fall: FhirFall): DetectedIssueMitigation[] {
  const { acknowledgedAt, cancelledAt, confirmedAt, resolvedAt, outcome } = fall;
  const done = (text: string, date: string | null) => (date === null ? [] : [{ action: { text }, date }]);
  return [
    ...done('The wearer answered “I’m OK”', cancelledAt),
    ...done('The wearer answered “I need help”', confirmedAt),
    ...done('Somebody acknowledged the alert', acknowledgedAt),
    ...(outcome === null ? [] : done(outcomes[outcome], resolvedAt)),
  ].toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date));
}

function covers({ effectivePeriod }: Observation, at: string): boolean {
  const { start = '', end = '' } = effectivePeriod ?? {};
  return Date.parse(start) <= Date.parse(at) && Date.parse(at) < Date.parse(end);
}

const priorities: Record<AlertSeverity, Communication['priority']> = {
  LOW: 'routine',
  MEDIUM: 'urgent',
  HIGH: 'urgent',
  CRITICAL: 'stat',
};

export function toCommunication(delivery: FhirDelivery, { patientId, fallIds }: InBundle): Communication {
  const { id, channel, createdAt, settledAt, severity, message, fallId, caregiver } = delivery;
  return {
    resourceType: 'Communication',
    id,
    status: 'completed',
    category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/communication-category', code: 'alert' }] }],
    priority: priorities[severity],
    medium: [{ text: channel }],
    subject: toReference('Patient', patientId),
    ...(fallId && fallIds.has(fallId) ? { about: [toReference('DetectedIssue', fallId)] } : {}),
    sent: createdAt,
    ...(settledAt ? { received: settledAt } : {}),
    // By name only those whom the person knows as their caregivers.
    recipient: [{ display: caregiver ?? 'Another recipient' }],
    payload: [{ contentString: message }],
  };
}
