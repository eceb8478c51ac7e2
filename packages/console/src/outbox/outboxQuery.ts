import { useQuery } from '@tanstack/react-query';
import { api } from '../api.js';

const outboxQuery = {
  queryKey: ['/api/outbox'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.get('/api/outbox', { signal }),
};

/** A developer waits for the message that was just caused. */
const refreshEveryMs = 3_000;

export const useOutbox = () => useQuery({ ...outboxQuery, refetchInterval: refreshEveryMs });

/** In production there is none. Asked once: that does not change while the console is open. */
export function useHasOutbox(isAdmin: boolean): boolean {
  const once = { enabled: isAdmin, staleTime: Number.POSITIVE_INFINITY, refetchInterval: false } as const;
  return useQuery({ ...outboxQuery, ...once }).isSuccess;
}
