import type { HeartRateTrend } from '@fallwatch/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.js';

const none: readonly HeartRateTrend[] = [];

/** The pages of more people would come near the limit of requests. */
const maxPeople = 500;

/** Buckets of ten minutes: asking more often would show nothing new. */
const everyMs = 5 * 60_000;

/** The heart rate of the last hours, for the lines on the cards. Of many people only those of the chosen ward. */
export function useTrends(people: number, chosenWard: string | null): readonly HeartRateTrend[] {
  const isSmall = people <= maxPeople;
  const ward = isSmall ? null : chosenWard;
  const { data = none } = useQuery({
    queryKey: ['/api/patients/trends', ward],
    queryFn: async ({ signal }) => {
      const trends: HeartRateTrend[] = [];
      const query = ward === null ? { limit: 100 } : { limit: 100, ward };
      for await (const trend of api.each('/api/patients/trends', { query, signal })) trends.push(trend);
      return trends;
    },
    enabled: isSmall || ward !== null,
    staleTime: everyMs,
    refetchInterval: everyMs,
  });
  return data;
}
