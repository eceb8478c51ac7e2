import type { Message } from '@fallwatch/client';
import { expect, test } from 'vitest';
import { groupByPartner } from './talks.js';

const said = (id: string, senderId: string, recipientId: string, minute: number, read = true): Message => ({
  id,
  senderId,
  recipientId,
  content: id,
  type: 'TEXT',
  read,
  readAt: null,
  createdAt: `2026-01-31T12:${String(minute).padStart(2, '0')}:00.000Z`,
});

test('one conversation for each partner, newest first, with its last message', () => {
  const talks = groupByPartner([said('1', 'ann', 'me', 1), said('2', 'me', 'ben', 2), said('3', 'me', 'ann', 3)], 'me');
  expect(talks.map(({ partnerId, last }) => [partnerId, last.id])).toEqual([
    ['ann', '3'],
    ['ben', '2'],
  ]);
});

test('counts messages to me as unread, and a message in both lists once', () => {
  const unread = said('1', 'ann', 'me', 1, false);
  const talks = groupByPartner([said('2', 'me', 'ann', 2, false), unread, unread], 'me');
  expect(talks).toMatchObject([{ partnerId: 'ann', unread: 1, last: { id: '2' } }]);
});
