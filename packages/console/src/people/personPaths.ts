import type { PathOf } from '@fallwatch/client';

/** Whatever shows a person. */
export const personPaths = [
  '/api/patients',
  '/api/patients/{id}',
  '/api/caregivers/alerts',
  '/api/admin/alerts',
  '/api/admin/users',
  '/api/admin/stats',
  '/api/admin/setup',
] as const satisfies readonly PathOf<'get'>[];
