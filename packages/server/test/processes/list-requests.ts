import { type Cast, crowdDeviceId } from './crowd.js';

/** Which requests the tests of lists make: for each route, with few and with many rows in the answer. */

export type CallerName = keyof Cast | 'admin' | 'nobody';

export interface ListRequest {
  readonly as: CallerName;
  readonly path: string;
}

/** The same request with few and with many rows in the answer: both must take the same statements. */
export interface Case {
  readonly few: ListRequest;
  readonly many: ListRequest;
  /** Rows expected in `data`: proof that the two differ. The rows of a detail are inside it. */
  readonly rows?: readonly [few: number, many: number];
}

export type Cases = Record<string, readonly Case[]>;

/** Ids of the people, and of records that were looked up before. */
export interface Targets extends Cast {
  readonly busyFall: string;
  readonly quietFall: string;
  readonly messageId: string;
  readonly alertId: string;
  readonly webhookId: string;
  readonly scheduleId: string;
}

const [busyDevice, quietDevice] = [crowdDeviceId(5_001), crowdDeviceId(5_011)];

/** A page of ten and a page of a hundred. */
function pages(as: CallerName, path: string): Case {
  const of = (limit: number): ListRequest => ({ as, path: `${path}${path.includes('?') ? '&' : '?'}limit=${limit}` });
  return { few: of(10), many: of(100), rows: [10, 100] };
}

/** The same detail of a record with little and of one with much related data. */
function details(as: CallerName, few: string, many: string): Case {
  return { few: { as, path: few }, many: { as, path: many } };
}

/** The same path, requested by a user with little and by one with much data. */
function own(few: CallerName, many: CallerName, path: string): Case {
  return { few: { as: few, path }, many: { as: many, path } };
}

const ownCases = ({ busyPatient, messageId }: Targets): Cases => ({
  '/health': [own('nobody', 'nobody', '/health')],
  '/auth/signup': [own('nobody', 'nobody', '/auth/signup')],
  '/auth/methods': [own('nobody', 'nobody', '/auth/methods')],
  '/setup': [own('nobody', 'nobody', '/setup')],
  '/me': [own('quietPatient', 'busyPatient', '/me')],
  '/profile/me': [own('quietPatient', 'busyPatient', '/profile/me')],
  '/profile/sessions': [own('quietPatient', 'busyPatient', '/profile/sessions')],
  '/profile/second-factors': [own('quietPatient', 'busyPatient', '/profile/second-factors')],
  // Each part is read in pieces: their number grows with the data.
  '/profile/export': [own('quietPatient', 'busyPatient', '/profile/export?part=profile')],
  '/messages': [
    pages('busyCaregiver', '/messages'),
    pages('busyCaregiver', '/messages?unreadOnly=true'),
    pages('busyCaregiver', `/messages?conversationWith=${busyPatient}`),
  ],
  '/messages/{id}': [details('busyPatient', `/messages/${messageId}`, `/messages/${messageId}`)],
});

const fallCases = ({ busyPatient, busyFall, quietFall, alertId }: Targets): Cases => ({
  '/device/{id}': [details('busyCaregiver', `/device/${quietDevice}`, `/device/${busyDevice}`)],
  '/device/{id}/status': [details('busyCaregiver', `/device/${quietDevice}/status`, `/device/${busyDevice}/status`)],
  '/device/{id}/credentials': [
    details('busyCaregiver', `/device/${quietDevice}/credentials`, `/device/${busyDevice}/credentials`),
  ],
  '/device/{id}/logs': [
    pages('busyCaregiver', `/device/${busyDevice}/logs`),
    pages('busyPatient', `/device/${busyDevice}/logs?logType=warning`),
  ],
  '/falls': [pages('busyPatient', '/falls'), pages('busyPatient', '/falls?sort=confidence&days=365')],
  '/falls/recent': [pages('busyCaregiver', '/falls/recent'), pages('admin', '/falls/recent')],
  '/falls/{id}': [details('busyCaregiver', `/falls/${quietFall}`, `/falls/${busyFall}`)],
  '/falls/{id}/timeline': [details('busyCaregiver', `/falls/${quietFall}/timeline`, `/falls/${busyFall}/timeline`)],
  '/falls/{id}/report': [details('busyCaregiver', `/falls/${quietFall}/report`, `/falls/${busyFall}/report`)],
  '/admin/falls': [
    pages('admin', '/admin/falls'),
    pages('admin', '/admin/falls?status=CONFIRMED'),
    pages('admin', '/admin/falls?severity=HIGH'),
    pages('admin', `/admin/falls?patientId=${busyPatient}`),
    pages('admin', '/admin/falls?sort=confidence'),
    // Near the end: skipped rows must not cost as much as shown ones.
    { ...details('admin', '/admin/falls?page=1900&limit=10', '/admin/falls?page=190&limit=100'), rows: [10, 100] },
  ],
  '/caregivers/alerts': [
    own('quietCaregiver', 'busyCaregiver', '/caregivers/alerts'),
    // All alerts ever, without pages: of ten patients, not of the busy caregiver's 120.
    own('quietCaregiver', 'caregiver', '/caregivers/alerts?status=all'),
  ],
  // The tests with a full thread are in responses.test.ts: it is one query.
  '/alerts/{id}/thread': [details('busyCaregiver', `/alerts/${alertId}/thread`, `/alerts/${alertId}/thread`)],
  '/admin/setup': [own('admin', 'admin', '/admin/setup')],
  '/admin/alerts': [pages('admin', '/admin/alerts'), pages('admin', '/admin/alerts?status=all')],
});

const patientCases = ({ busyPatient, quietPatient }: Targets): Cases => ({
  '/patients': [
    pages('busyCaregiver', '/patients'),
    pages('admin', '/patients'),
    pages('admin', '/patients?sort=lastName&order=asc'),
    pages('admin', '/patients?search=example.org&withoutCaregiver=false'),
  ],
  '/patients/trends': [pages('busyCaregiver', '/patients/trends'), pages('admin', '/patients/trends')],
  '/patients/me/views': [pages('busyPatient', '/patients/me/views')],
  '/patients/me/vitals': [own('quietPatient', 'busyPatient', '/patients/me/vitals')],
  '/patients/{id}/vitals': [
    details('busyCaregiver', `/patients/${quietPatient}/vitals`, `/patients/${busyPatient}/vitals`),
  ],
  '/patients/me': [own('quietPatient', 'busyPatient', '/patients/me')],
  '/patients/{id}': [details('busyCaregiver', `/patients/${quietPatient}`, `/patients/${busyPatient}`)],
  '/patients/{id}/falls': [pages('busyCaregiver', `/patients/${busyPatient}/falls`)],
  '/patients/{id}/health': [
    details('busyCaregiver', `/patients/${quietPatient}/health`, `/patients/${busyPatient}/health`),
  ],
  '/patients/{id}/devices': [
    {
      ...details('busyCaregiver', `/patients/${quietPatient}/devices`, `/patients/${busyPatient}/devices`),
      rows: [1, 10],
    },
  ],
  '/patients/me/check-in': [own('quietPatient', 'busyPatient', '/patients/me/check-in')],
  '/patients/{id}/check-in': [
    details('busyCaregiver', `/patients/${quietPatient}/check-in`, `/patients/${busyPatient}/check-in`),
  ],
  '/patients/{id}/vital-limits': [
    details('busyCaregiver', `/patients/${quietPatient}/vital-limits`, `/patients/${busyPatient}/vital-limits`),
  ],
  '/patients/{id}/home-assistant': [
    details('admin', `/patients/${quietPatient}/home-assistant`, `/patients/${busyPatient}/home-assistant`),
  ],
  '/patients/{id}/alert-threshold': [
    details('busyCaregiver', `/patients/${quietPatient}/alert-threshold`, `/patients/${busyPatient}/alert-threshold`),
  ],
  '/patients/{id}/escalation': [
    details('busyCaregiver', `/patients/${quietPatient}/escalation`, `/patients/${busyPatient}/escalation`),
  ],
});

/** One schedule has a turn of the busy caregiver, another has none. */
const scheduleCases = ({ scheduleId }: Targets): Cases => ({
  '/schedules': [{ ...own('busyCaregiver', 'admin', '/schedules'), rows: [1, 2] }],
  '/schedules/on-duty': [{ ...own('busyCaregiver', 'admin', '/schedules/on-duty'), rows: [1, 2] }],
  '/schedules/{id}': [own('busyCaregiver', 'admin', `/schedules/${scheduleId}`)],
  '/schedules/{id}/shifts': [own('busyCaregiver', 'admin', `/schedules/${scheduleId}/shifts`)],
});

const caregiverCases = ({ busyCaregiver, quietCaregiver, webhookId }: Targets): Cases => ({
  '/caregivers': [pages('admin', '/caregivers')],
  '/caregivers/me': [own('quietCaregiver', 'busyCaregiver', '/caregivers/me')],
  '/caregivers/{id}': [details('admin', `/caregivers/${quietCaregiver}`, `/caregivers/${busyCaregiver}`)],
  '/caregivers/{id}/patients': [pages('admin', `/caregivers/${busyCaregiver}/patients`)],
  '/contact-points': [own('quietCaregiver', 'busyCaregiver', '/contact-points')],
  '/push/key': [own('quietCaregiver', 'busyCaregiver', '/push/key')],
  '/caregivers/me/readiness': [own('quietCaregiver', 'busyCaregiver', '/caregivers/me/readiness')],
  '/webhooks': [own('quietCaregiver', 'busyCaregiver', '/webhooks')],
  '/webhooks/{id}/deliveries': [own('busyCaregiver', 'busyCaregiver', `/webhooks/${webhookId}/deliveries`)],
});

const adminCases = ({ busyPatient, quietPatient, busyCaregiver, quietCaregiver }: Targets): Cases => ({
  '/admin/stats': [own('admin', 'admin', '/admin/stats')],
  '/admin/response-times': [own('admin', 'admin', '/admin/response-times')],
  '/statistics/falls': [
    own('quietCaregiver', 'busyCaregiver', '/statistics/falls'),
    own('admin', 'admin', '/statistics/falls?weeks=53&timeZone=Europe/Berlin'),
  ],
  '/statistics/monthly': [own('admin', 'admin', '/statistics/monthly?month=2026-01&timeZone=Europe/Berlin')],
  '/statistics/devices': [
    own('quietCaregiver', 'busyCaregiver', '/statistics/devices'),
    own('admin', 'admin', '/statistics/devices?weeks=53'),
  ],
  '/statistics/response-times': [
    own('quietCaregiver', 'busyCaregiver', '/statistics/response-times'),
    own('admin', 'admin', '/statistics/response-times?weeks=53'),
  ],
  '/admin/devices': [pages('admin', '/admin/devices'), pages('admin', '/admin/devices?status=OFFLINE&search=watch')],
  '/admin/users': [
    pages('admin', '/admin/users'),
    pages('admin', '/admin/users?role=CAREGIVER'),
    pages('admin', '/admin/users?sort=email&order=asc'),
  ],
  '/admin/users/{id}': [details('admin', `/admin/users/${quietPatient}`, `/admin/users/${busyPatient}`)],
  '/admin/users/{id}/contact-points': [
    details('admin', `/admin/users/${quietCaregiver}/contact-points`, `/admin/users/${busyCaregiver}/contact-points`),
  ],
  '/admin/contact-points/failing': [own('admin', 'admin', '/admin/contact-points/failing')],
  '/admin/readiness': [own('admin', 'admin', '/admin/readiness')],
  '/outbox': [own('admin', 'admin', '/outbox')],
  '/admin/logs': [pages('admin', '/admin/logs'), pages('admin', '/admin/logs?level=error')],
});

export function createCases(targets: Targets): Cases {
  return {
    ...ownCases(targets),
    ...fallCases(targets),
    ...patientCases(targets),
    ...caregiverCases(targets),
    ...scheduleCases(targets),
    ...adminCases(targets),
  };
}

/**
 * The requests whose plans are checked: the five heaviest lists and the most frequent ones. By a caregiver with ten
 * patients: for one with 120 of 2,000 people PostgreSQL rightly scans the 60 pages of `users`. Totals of a whole table
 * are left out: no index can shorten them.
 */
export function explainedRequests(ids: Cast): ListRequest[] {
  return [
    { as: 'caregiver', path: '/falls/recent?limit=10' },
    { as: 'admin', path: '/falls/recent?limit=100' },
    { as: 'admin', path: '/admin/falls?status=CONFIRMED&limit=10' },
    { as: 'admin', path: '/admin/falls?severity=HIGH&limit=100' },
    { as: 'admin', path: `/admin/falls?patientId=${ids.busyPatient}&limit=100` },
    { as: 'caregiver', path: '/patients?limit=10' },
    { as: 'admin', path: `/caregivers/${ids.caregiver}/patients?limit=10` },
    { as: 'busyCaregiver', path: `/messages?conversationWith=${ids.busyPatient}&limit=10` },
    { as: 'busyCaregiver', path: '/messages?limit=100' },
    { as: 'busyPatient', path: '/messages?unreadOnly=true&limit=100' },
    { as: 'caregiver', path: '/caregivers/alerts' },
    { as: 'caregiver', path: '/caregivers/me' },
    { as: 'busyPatient', path: '/falls?limit=100' },
    { as: 'busyPatient', path: '/patients/me' },
    { as: 'busyPatient', path: '/patients/me/views?limit=10' },
    { as: 'busyCaregiver', path: `/patients/${ids.busyPatient}` },
    { as: 'busyCaregiver', path: `/patients/${ids.busyPatient}/falls?limit=100` },
    { as: 'busyCaregiver', path: `/device/${crowdDeviceId(5_001)}/logs?limit=100` },
    { as: 'admin', path: '/admin/users?role=CAREGIVER&limit=100' },
    { as: 'admin', path: '/admin/logs?level=error&limit=100' },
  ];
}

/** Large lists, whose last pages are checked: skipped rows must not be sorted whole, nor on disk. */
export const largeLists: readonly ListRequest[] = [
  { as: 'admin', path: '/admin/falls?limit=10' },
  { as: 'admin', path: '/admin/falls?limit=100' },
  { as: 'admin', path: '/admin/falls?sort=confidence&limit=10' },
  { as: 'admin', path: '/admin/users?limit=10' },
  { as: 'admin', path: '/admin/logs?limit=10' },
  { as: 'admin', path: '/admin/alerts?status=all&limit=10' },
  { as: 'busyCaregiver', path: '/messages?limit=10' },
];
