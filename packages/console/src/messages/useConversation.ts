import type { Message } from '@fallwatch/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, refresh } from '../api.js';
import { useSignedIn } from '../session.js';
import { isUnread } from './talks.js';

const limit = 50;

/** The newest messages with a partner, oldest first; `pages` sets how far back. */
export function useConversation(partnerId: string, pages: number) {
  return useQuery({
    queryKey: ['/api/messages', 'with', partnerId, pages],
    queryFn: async ({ signal }) => {
      const query = { conversationWith: partnerId, limit };
      const asked = Array.from({ length: pages }, (_, index) =>
        api.page('/api/messages', { query: { ...query, page: index + 1 }, signal }),
      );
      const answers = await Promise.all(asked);
      const hasOlder = (answers[0]?.pagination.totalPages ?? 0) > pages;
      return { messages: answers.flatMap(({ data }) => data).toReversed(), hasOlder };
    },
    placeholderData: keepPreviousData,
  });
}

/** Marks messages as read that are on a visible screen. */
export function useMarkRead(messages: readonly Message[]): void {
  const { id: meId } = useSignedIn();
  const told = useRef(new Set<string>());
  useEffect(() => {
    const mark = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      const fresh = messages.filter((message) => isUnread(message, meId) && !told.current.has(message.id));
      for (const { id } of fresh) told.current.add(id);
      // A failed one is sent again the next time the list is shown.
      for (const { id } of fresh)
        await api.post('/api/messages/{id}/read', { path: { id } }).catch(() => told.current.delete(id));
      if (fresh.length > 0) await refresh('/api/messages');
    };
    void mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [messages, meId]);
}
