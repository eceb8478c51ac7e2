import type { Named, World } from './world.js';

/** Every page with its address, by role; `ids` are of records that exist. */
export interface Ids {
  readonly patient: Named;
  readonly caregiver: Named;
  readonly fallId: string;
}

export function listPages(world: World, { patient, caregiver, fallId }: Ids) {
  return [
    { as: undefined, paths: ['/', '/sign-up', '/invitation', '/invitation#token', '/answer', '/answer#token'] },
    {
      as: caregiver,
      paths: [
        '/',
        `/people/${patient.id}`,
        `/falls/${fallId}`,
        '/messages',
        `/messages/${patient.id}`,
        '/settings',
        '/nothing',
      ],
    },
    { as: patient, paths: ['/', `/falls/${fallId}`, '/messages', `/messages/${caregiver.id}`, '/settings'] },
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
        '/messages',
        '/settings',
      ],
    },
  ];
}
