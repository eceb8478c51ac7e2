import { usePage } from '../api.js';

/** How many messages to me I have not read. */
export function useUnread(): number {
  return usePage('/api/messages', { query: { unreadOnly: true, limit: 1 } }).data?.pagination.total ?? 0;
}
