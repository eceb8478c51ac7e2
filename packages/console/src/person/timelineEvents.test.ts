import type { FallDetail, FallTimeline } from '@fallwatch/client';
import { describe, expect, test } from 'vitest';
import { listEvents } from './timelineEvents.js';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 31, 12, 0, second)).toISOString();

const timeline: FallDetail['timeline'] = {
  impactAt: null,
  recordedAt: at(0),
  alertedAt: at(0),
  notifiedAt: at(3),
  seenAt: null,
  acknowledgedAt: at(20),
  cancelledAt: null,
  confirmedAt: null,
  resolvedAt: at(50),
};

const delivery = (id: string, more: Partial<FallTimeline['deliveries'][number]> = {}) => ({
  id,
  recipientId: 'noah',
  recipientName: 'Noah Berg',
  channel: 'sms',
  step: 1,
  status: 'sent' as const,
  attempts: 1,
  reason: null,
  createdAt: at(1),
  handedOverAt: null,
  reachedAt: null,
  settledAt: null,
  ...more,
});

const answer = (second: number): FallTimeline['answers'][number] => ({
  id: 'noah',
  name: 'Noah Berg',
  answer: 'ON_IT',
  at: at(second),
  channel: 'sms',
});

const keys = (notified?: Omit<FallTimeline, 'aftermath'>, max = 20): string[] =>
  listEvents(timeline, notified && { ...notified, aftermath: [] }, max).map(({ key }) => key);

describe('the timeline of a fall', () => {
  test('has the moments in order, with the time since the one before', () => {
    expect(listEvents(timeline, undefined, 20)).toMatchObject([
      { key: 'recordedAt', laterMs: null },
      { key: 'notifiedAt', laterMs: 3_000 },
      { key: 'acknowledgedAt', laterMs: 17_000 },
      { key: 'resolvedAt', laterMs: 30_000 },
    ]);
  });

  test('has each delivery at the time of its latest status, without those that were never sent', () => {
    const deliveries = [
      delivery('late', { settledAt: at(30) }),
      delivery('sending', { status: 'pending', createdAt: at(2) }),
      delivery('unneeded', { status: 'cancelled' }),
    ];
    expect(keys({ responses: [], deliveries, answers: [] })).toEqual([
      'recordedAt',
      'sending',
      'notifiedAt',
      'acknowledgedAt',
      'late',
      'resolvedAt',
    ]);
  });

  test('has the earliest deliveries if there are many', () => {
    const deliveries = [
      delivery('third', { settledAt: at(9) }),
      delivery('second', { settledAt: at(8) }),
      delivery('first'),
    ];
    expect(keys({ responses: [], deliveries, answers: [] }, 2)).toEqual([
      'recordedAt',
      'first',
      'notifiedAt',
      'second',
      'acknowledgedAt',
      'resolvedAt',
    ]);
  });

  test('names the person who took it instead of the acknowledgement, but not for a later one', () => {
    expect(keys({ responses: [], deliveries: [], answers: [answer(21)] })).toEqual([
      'recordedAt',
      'notifiedAt',
      'ON_ITnoah',
      'resolvedAt',
    ]);
    expect(keys({ responses: [], deliveries: [], answers: [answer(40)] })).toEqual([
      'recordedAt',
      'notifiedAt',
      'acknowledgedAt',
      'ON_ITnoah',
      'resolvedAt',
    ]);
  });
});

test('responses are shown, but taking it only once', () => {
  const by = { id: 'noah', name: 'Noah Berg' };
  const response = (kind: FallTimeline['responses'][number]['kind'], second: number) => ({
    ...{ kind, at: at(second), by, note: null, called: null },
  });
  const responses = [response('TAKEN', 20), response('RELEASED', 25), response('TAKEN', 40), response('ARRIVED', 45)];
  expect(keys({ responses, deliveries: [], answers: [answer(40)] })).toEqual([
    'recordedAt',
    'notifiedAt',
    'acknowledgedAt',
    `TAKEN ${at(20)} noah`,
    `RELEASED ${at(25)} noah`,
    'ON_ITnoah',
    `ARRIVED ${at(45)} noah`,
    'resolvedAt',
  ]);
});

test('what the wearer did is shown when it began, and a minute of stillness when it was over', () => {
  const still = { kind: 'LYING_STILL' as const, since: at(5), isLong: false };
  const aftermath = [
    { ...still, at: at(35) },
    { ...still, at: at(45), isLong: true },
    { kind: 'MOVED' as const, at: at(48), since: at(48), isLong: false },
  ];
  const events = listEvents(timeline, { responses: [], deliveries: [], answers: [], aftermath }, 20);
  const shown = events.flatMap((event) => (event.kind === 'aftermath' ? [event.at] : []));
  expect(shown).toEqual([at(5), at(45), at(48)]);
  expect(new Set(events.map(({ key }) => key)).size).toBe(events.length);
});
