import { expect, test } from 'vitest';
import { type Message, talksOf } from './talks.js';

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

test('one talk for each partner, the newest on top, with its last message', () => {
  const talks = talksOf([said('1', 'ann', 'me', 1), said('2', 'me', 'ben', 2), said('3', 'me', 'ann', 3)], 'me');
  expect(talks.map(({ partnerId, last }) => [partnerId, last.id])).toEqual([
    ['ann', '3'],
    ['ben', '2'],
  ]);
});

test('unread is what came to me, counted once though it stands in both lists', () => {
  const unread = said('1', 'ann', 'me', 1, false);
  const talks = talksOf([said('2', 'me', 'ann', 2, false), unread, unread], 'me');
  expect(talks).toMatchObject([{ partnerId: 'ann', unread: 1, last: { id: '2' } }]);
});
