import { useQuery } from '@tanstack/react-query';
import { api } from '../api.js';

/** A fall that somebody has taken on but not ended alarms everybody again after this time; the page starts anew with it. */
const recentMs = 30 * 60_000;
const askEveryMs = 5_000;

/** No alert is sent to wearers' own pages: they look for themselves, as long as somebody looks at them. */
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
