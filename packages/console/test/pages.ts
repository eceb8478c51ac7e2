import type { Named, World } from './world.js';

/** Every page with its address, by who sees it; `ids` of things that are there. */
export interface Ids {
  readonly patient: Named;
  readonly caregiver: Named;
  readonly fallId: string;
}

export function pagesOf(world: World, { patient, caregiver, fallId }: Ids) {
  return [
    { as: undefined, paths: ['/', '/sign-up', '/invitation', '/invitation#token'] },
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
        '/admin/logs',
        '/admin/maintenance',
        `/people/${patient.id}`,
        `/falls/${fallId}`,
        '/messages',
        '/settings',
      ],
    },
  ];
}
