import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { byNeed } from './alertRules.js';
import { useAlertSource } from './alertSource.js';

/** All open alerts of the user, most urgent first. */
export function useOpenAlerts() {
  const { path, listOpen } = useAlertSource();
  // Picked by name, not `...answer`: reading `isFetching` too renders the component two more times per request.
  const { data, error, failureCount, refetch } = useQuery({
    queryKey: openAlertsKey(path),
    queryFn: ({ signal }) => listOpen(signal),
  });
  const alerts = useMemo(() => (data ?? []).toSorted(byNeed), [data]);
  return { alerts, data, error, failureCount, refetch };
}

export const openAlertsKey = (path: string): readonly unknown[] => [path, 'open'];
