import type { PathOf } from '@fallwatch/client';

/** The paths to fetch again after an assignment was added or removed. */
export const assignmentPaths: readonly PathOf<'get'>[] = [
  '/api/patients',
  '/api/patients/{id}',
  '/api/caregivers',
  '/api/caregivers/{id}',
  '/api/caregivers/{id}/patients',
  '/api/admin/stats',
  '/api/admin/alerts',
];
