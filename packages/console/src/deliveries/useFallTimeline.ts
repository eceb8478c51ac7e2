import { useQuery } from '@tanstack/react-query';
import { api } from '../api.js';

/** Results come without a live event: while something is being sent, they are fetched. */
const pendingMs = 5_000;
const settledMs = 60_000;

/** Who was notified of a fall, and who answered. For responders only. */
export function useFallTimeline(id: string) {
  const path = '/api/falls/{id}/timeline';
  return useQuery({
    queryKey: [path, { path: { id } }],
    queryFn: ({ signal }) => api.get(path, { path: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some(({ status }) => status === 'pending') ? pendingMs : settledMs,
  });
}
