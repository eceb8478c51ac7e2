import type { RowRequest } from './matrix-device-requests.js';
import { createSchedule, daily, publishCalendar, substitute } from './schedules.js';

const period = { from: '2026-03-01T07:00:00.000Z', until: '2026-03-02T07:00:00.000Z' };

/** Schedules of which C1 is a member: rows of matrix-requests.ts. */
export const scheduleRequests: Record<string, RowRequest> = {
  'PM-700': () => ({ url: '/schedules' }),
  'PM-701': ({ c1 }) => ({ url: '/schedules', body: { ...daily, members: [c1.id] } }),
  'PM-702': () => ({ url: '/schedules/on-duty' }),
  'PM-703': async ({ c1 }) => ({ url: `/schedules/${await createSchedule([c1])}` }),
  'PM-704': async ({ c1 }) => ({ url: `/schedules/${await createSchedule([c1])}`, body: { handOver: '20:00' } }),
  'PM-705': async ({ c1 }) => ({ url: `/schedules/${await createSchedule([c1])}` }),
  'PM-706': async ({ c1 }) => ({ url: `/schedules/${await createSchedule([c1])}/shifts` }),
  'PM-707': async ({ c1 }) => ({
    url: `/schedules/${await createSchedule([c1])}/substitutions`,
    body: { ...period, user: null },
  }),
  'PM-708': async ({ c1 }) => {
    const id = await createSchedule([c1]);
    return { url: `/schedules/${id}/substitutions/${await substitute(id, { ...period, user: null })}` };
  },
  'PM-709': async ({ c1 }) => ({
    url: `/schedules/${await createSchedule([c1])}/feed`,
    body: { url: 'https://10.0.0.1/duty.ics' },
  }),
  'PM-710': async ({ c1 }) => ({ url: `/schedules/${await createSchedule([c1])}/feed` }),
  'PM-711': async ({ c1 }) => ({ url: `/schedules/${await createSchedule([c1])}/calendar` }),
  'PM-712': async ({ c1 }) => ({ url: `/schedules/${await createSchedule([c1])}/calendar` }),
  'PM-713': async ({ c1 }) => ({ url: await publishCalendar(await createSchedule([c1])) }),
};
