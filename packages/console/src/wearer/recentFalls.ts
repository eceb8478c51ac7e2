import { useQuery } from '@tanstack/react-query';
import { api } from '../api.js';

/** A fall that was taken but has no outcome alerts again after this time; the page no longer shows it. */
const recentMs = 30 * 60_000;
const askEveryMs = 5_000;

/** Wearers get no alerts on their own page: it polls while it is open. */
export function useRecentFalls() {
  return useQuery({
    queryKey: ['/api/falls', 'recent'],
    queryFn: async ({ signal }) => {
      const rows = await api.get('/api/falls', { query: { days: 1, limit: 3 }, signal });
      const recent = rows.filter(({ createdAt }) => Date.now() - Date.parse(createdAt) < recentMs);
      return Promise.all(recent.map(({ id }) => api.get('/api/falls/{id}', { path: { id }, signal })));
    },
    refetchInterval: askEveryMs,
    staleTime: 0,
  });
}
