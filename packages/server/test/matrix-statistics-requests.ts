import { reportFall } from './alerts.js';
import type { RowRequest } from './matrix-device-requests.js';

/** The requests of the rows about statistics, as in matrix-requests.ts. */
export const statisticsRequests: Record<string, RowRequest> = {
  'PM-540': () => ({ url: '/statistics/falls' }),
  'PM-541': () => ({ url: '/statistics/devices' }),
  'PM-542': () => ({ url: '/statistics/response-times' }),
  'PM-543': () => ({ url: '/statistics/falls.csv' }),
  'PM-544': () => ({ url: '/statistics/devices.csv' }),
  'PM-545': async ({ p1 }) => ({ url: `/falls/${await reportFall(p1)}/timeline.csv` }),
  'PM-690': async ({ p1 }) => ({ url: `/falls/${await reportFall(p1)}/report` }),
  'PM-691': async ({ p1 }) => ({ url: `/falls/${await reportFall(p1)}/report.csv` }),
  'PM-692': () => ({ url: '/statistics/monthly?month=2026-01' }),
  'PM-693': () => ({ url: '/statistics/monthly.csv?month=2026-01' }),
};
