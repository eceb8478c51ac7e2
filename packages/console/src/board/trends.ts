import type { HeartRateTrend } from '@fallwatch/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.js';

const none: readonly HeartRateTrend[] = [];

/** Buckets of ten minutes: asking more often would show nothing new. */
const everyMs = 5 * 60_000;

/** The heart rate of the last hours, for the lines on the cards. Without it the cards have no lines. */
export function useTrends(): readonly HeartRateTrend[] {
  const { data = none } = useQuery({
    queryKey: ['/api/patients/trends'],
    queryFn: ({ signal }) => api.get('/api/patients/trends', { signal }),
    staleTime: everyMs,
    refetchInterval: everyMs,
  });
  return data;
}
