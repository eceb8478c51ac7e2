import { usePage } from '../api.js';

/** The number of unread messages to the user. */
export function useUnread(): number {
  return usePage('/api/messages', { query: { unreadOnly: true, limit: 1 } }).data?.pagination.total ?? 0;
}
