/** One fall for the API document: detected at 12:00, taken after 21 s by a text message, closed with its outcome. */
import { exampleIds } from '../deliveries/notice.schema.js';

const { patient, fall, caregiver, device } = exampleIds;
const at = (time: string): string => `2026-01-31T12:${time}.000Z`;

const outcome = {
  outcome: 'HELPED',
  note: 'Slipped on the rug. Not hurt.',
  act: null,
  injury: 'NONE',
  headImpact: 'NO',
  ambulance: 'NOT_CALLED',
  liftedBy: 'TWO_CAREGIVERS',
} as const;

export const exampleFall = {
  id: fall,
  confidence: 0.82,
  status: 'HIGH',
  location: null,
  createdAt: at('00:00'),
  responded: true,
  responseTime: 21,
  userId: patient,
  deviceId: device,
  source: null,
  witnessed: null,
  injuries: null,
  sensorData: { accel: [38.1, 12.4, 6.2], gyro: [310, 45, 12], timestamp: at('00:00') },
  explanation: {
    summary: 'Impact of 4.1 g, posture changed by 78°, still for 3 s',
    evidence: [{ feature: 'impact', value: 4.1, unit: 'g', weight: 2.3 }],
    dataQuality: { input: 'peak', bodySite: 'wrist', notes: [] },
    detectorVersion: '3.0.0',
  },
  evidence: null,
  outcome: 'HELPED',
  withheldUpTo: null,
  alerts: [{ caregiverId: caregiver, sent: true, acknowledged: true, timestamp: at('00:00') }],
  investigation: { flagged: false, flaggedAt: null, flaggedBy: null, notes: null },
  resolution: { ...outcome, resolvedAt: at('09:40'), resolvedBy: caregiver },
  escalation: {
    state: 'CLOSED',
    step: 1,
    nextStepAt: null,
    handledBy: { id: caregiver, name: 'Noah Berg', at: at('00:21') },
    closedAs: 'RESOLVED',
    isDrill: false,
    reminder: null,
  },
  timeline: {
    impactAt: at('00:00'),
    recordedAt: at('00:00'),
    alertedAt: at('00:00'),
    notifiedAt: at('00:03'),
    seenAt: null,
    acknowledgedAt: at('00:21'),
    cancelledAt: null,
    confirmedAt: null,
    resolvedAt: at('09:40'),
  },
} as const;

const entry = (event: string, time: string, status: string | null = null, person: string | null = null) => ({
  at: at(time),
  event,
  id: null,
  person,
  channel: null,
  status,
  reason: null,
});

export const exampleReport = {
  person: {
    id: patient,
    name: 'Rose Hill',
    dateOfBirth: '1938-05-04',
    room: '12',
    ward: 'First floor',
    address: '4 Lime Street',
    deviceName: 'Watch',
  },
  fall: exampleFall,
  notified: {
    deliveries: [],
    answers: [],
    responses: [
      { kind: 'TAKEN', at: at('00:21'), by: { id: caregiver, name: 'Noah Berg' }, note: null, called: null },
      { kind: 'ARRIVED', at: at('03:05'), by: { id: caregiver, name: 'Noah Berg' }, note: null, called: null },
    ],
    aftermath: [],
  },
  entries: [
    entry('IMPACT', '00:00'),
    entry('ALERTED', '00:00'),
    entry('RESPONSE', '00:21', 'TAKEN', 'Noah Berg'),
    entry('RESPONSE', '03:05', 'ARRIVED', 'Noah Berg'),
    entry('RESOLVED', '09:40', 'HELPED', 'Noah Berg'),
  ],
  intervals: {
    impactToAlert: 0,
    alertToFirstNotice: 3,
    firstNoticeToTaken: 18,
    takenToArrived: 164,
    arrivedToClosed: 395,
    alertToTaken: 21,
    impactToClosed: 580,
  },
  closedByName: 'Noah Berg',
  outcomeRecords: [{ recordedAt: at('09:40'), recordedBy: caregiver, recordedByName: 'Noah Berg', ...outcome }],
};
