import type { Alert } from '@fallwatch/client';
import { api } from '../api.js';
import { type Me, useSignedIn } from '../session.js';

interface AlertSource {
  readonly path: '/api/caregivers/alerts' | '/api/admin/alerts';
  readonly listOpen: (signal: AbortSignal) => Promise<Alert[]>;
  readonly acknowledge: (id: string, signal: AbortSignal) => Promise<Alert>;
  /** The page that lists all open alerts. */
  readonly listPage: '/' | '/admin/alerts';
}

const caregivers: AlertSource = {
  path: '/api/caregivers/alerts',
  listOpen: (signal) => api.get('/api/caregivers/alerts', { query: { status: 'open' }, signal }),
  acknowledge: (id, signal) => api.post('/api/caregivers/alerts/{id}/acknowledge', { path: { id }, signal }),
  listPage: '/',
};

const admins: AlertSource = {
  path: '/api/admin/alerts',
  listOpen: async (signal) => {
    const rows: Alert[] = [];
    for await (const row of api.each('/api/admin/alerts', { query: { status: 'open' }, signal })) rows.push(row);
    return rows;
  },
  acknowledge: (id, signal) => api.post('/api/admin/alerts/{id}/acknowledge', { path: { id }, signal }),
  listPage: '/admin/alerts',
};

/**
 * The paths at which a role reads and answers its alerts. Everything else about an alert is the same for both roles.
 */
export const alertSourceFor = (role: Me['role']): AlertSource => (role === 'ADMIN' ? admins : caregivers);

export const useAlertSource = (): AlertSource => alertSourceFor(useSignedIn().role);
