import type { Named, World } from './world.js';

/** Every page with its address, by role; `ids` are of records that exist. */
export interface Ids {
  readonly patient: Named;
  readonly caregiver: Named;
  readonly fallId: string;
  readonly deviceId: string;
  readonly scheduleId: string;
}

export function listPages(world: World, { patient, caregiver, fallId, deviceId, scheduleId }: Ids) {
  return [
    {
      as: undefined,
      paths: [
        '/',
        '/sign-up',
        '/setup',
        '/invitation',
        '/invitation#token',
        '/forgot',
        '/reset',
        '/reset#token',
        '/email',
        '/email#token',
        '/answer',
        '/answer#token',
        '/wear',
        '/wear#BCDFGHJK',
      ],
    },
    {
      as: caregiver,
      paths: [
        '/',
        `/people/${patient.id}`,
        `/people/${patient.id}/edit`,
        '/people/new',
        '/webhooks',
        `/people/${patient.id}/sheet`,
        `/falls/${fallId}`,
        `/falls/${fallId}/report`,
        '/reports',
        '/shift',
        '/schedules',
        `/schedules/${scheduleId}`,
        `/devices/${deviceId}`,
        '/pair',
        '/pair#BCDFGHJK',
        '/messages',
        `/messages/${patient.id}`,
        '/settings',
        '/wall',
        '/nothing',
      ],
    },
    {
      as: patient,
      paths: [
        '/',
        '/falls',
        `/falls/${fallId}`,
        `/devices/${deviceId}`,
        '/pair',
        '/wear',
        '/messages',
        `/messages/${caregiver.id}`,
        '/settings',
      ],
    },
    {
      as: world.admin,
      paths: [
        '/',
        '/board',
        '/wall',
        '/admin/alerts',
        '/admin/people',
        '/people/new',
        '/admin/caregivers',
        `/admin/caregivers/${caregiver.id}`,
        '/schedules',
        `/schedules/${scheduleId}`,
        '/admin/devices',
        '/admin/falls',
        '/admin/users',
        `/admin/users/${caregiver.id}`,
        '/admin/logs',
        '/admin/maintenance',
        '/outbox',
        `/people/${patient.id}`,
        `/people/${patient.id}/sheet`,
        `/falls/${fallId}`,
        `/falls/${fallId}/report`,
        '/reports',
        '/reports/monthly',
        `/devices/${deviceId}`,
        '/pair',
        '/messages',
        '/settings',
      ],
    },
  ];
}
