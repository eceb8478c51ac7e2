import type { PathOf } from '@fallwatch/client';

/** What is outdated once somebody looks after somebody, or no longer does. */
export const assignmentPaths: readonly PathOf<'get'>[] = [
  '/api/patients',
  '/api/patients/{id}',
  '/api/caregivers',
  '/api/caregivers/{id}',
  '/api/caregivers/{id}/patients',
  '/api/admin/stats',
  '/api/admin/alerts',
];
