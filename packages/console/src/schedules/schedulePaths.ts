import type { PathOf } from '@fallwatch/client';

/** What to fetch again after a change of who is on duty. */
export const schedulePaths: readonly PathOf<'get'>[] = [
  '/api/schedules',
  '/api/schedules/{id}',
  '/api/schedules/{id}/shifts',
  '/api/schedules/on-duty',
];
