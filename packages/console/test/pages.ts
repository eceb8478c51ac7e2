import type { Named, World } from './world.js';

/** Every page with its address, by role; `ids` are of records that exist. */
export interface Ids {
  readonly patient: Named;
  readonly caregiver: Named;
  readonly fallId: string;
  readonly deviceId: string;
}

export function listPages(world: World, { patient, caregiver, fallId, deviceId }: Ids) {
  return [
    {
      as: undefined,
      paths: [
        '/',
        '/sign-up',
        '/invitation',
        '/invitation#token',
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
        `/falls/${fallId}`,
        `/devices/${deviceId}`,
        '/pair',
        '/pair#BCDFGHJK',
        '/messages',
        `/messages/${patient.id}`,
        '/settings',
        '/nothing',
      ],
    },
    {
      as: patient,
      paths: [
        '/',
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
        '/admin/alerts',
        '/admin/people',
        '/admin/caregivers',
        `/admin/caregivers/${caregiver.id}`,
        '/admin/devices',
        '/admin/falls',
        '/admin/users',
        `/admin/users/${caregiver.id}`,
        '/admin/logs',
        '/admin/maintenance',
        '/outbox',
        `/people/${patient.id}`,
        `/falls/${fallId}`,
        `/devices/${deviceId}`,
        '/pair',
        '/messages',
        '/settings',
      ],
    },
  ];
}
