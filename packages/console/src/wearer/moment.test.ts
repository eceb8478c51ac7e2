import { describe, expect, test } from 'vitest';
import { type Fall, fallToConfirm, momentOf } from './moment.js';

const now = Date.parse('2026-01-31T12:00:00.000Z');
const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();

type Said = Partial<Fall['timeline']>;

function fall(id: string, said: Said = {}, others: Partial<Fall> = {}): Fall {
  const [explanation, escalation] = [{ summary: '' }, { state: 'ESCALATING' }];
  return { id, explanation, escalation, ...others, timeline: timelineOf(said) } as Fall;
}

function timelineOf(said: Said): Said {
  return { cancelledAt: null, confirmedAt: null, resolvedAt: null, ...said };
}

const reported = { explanation: null };

describe('what the wearer is in the middle of', () => {
  test('nothing, and what alerted nobody, is calm', () => {
    expect(momentOf([], now)).toEqual({ kind: 'calm' });
    expect(momentOf([fall('unclear', {}, { escalation: null })], now)).toEqual({ kind: 'calm' });
  });

  test('a fall that the device saw is asked about until somebody has said something', () => {
    expect(momentOf([fall('seen')], now)).toMatchObject({ kind: 'asked', fall: { id: 'seen' } });
    expect(momentOf([fall('over', { resolvedAt: ago(1) })], now)).toEqual({ kind: 'calm' });
  });

  test('a call for help stays in sight, also when the device sees another fall', () => {
    const falls = [fall('new'), fall('old', {}, reported)];
    expect(momentOf(falls, now)).toMatchObject({ kind: 'called', fall: { id: 'old' } });
    expect(momentOf([fall('old', { confirmedAt: ago(2) })], now)).toMatchObject({ kind: 'called' });
  });

  test('«I’m OK» is answered for five minutes', () => {
    expect(momentOf([fall('seen', { cancelledAt: ago(1) })], now)).toMatchObject({ kind: 'fine' });
    expect(momentOf([fall('called', { cancelledAt: ago(1) }, reported)], now)).toMatchObject({ kind: 'fine' });
    expect(momentOf([fall('seen', { cancelledAt: ago(6) })], now)).toEqual({ kind: 'calm' });
  });

  test('whoever calls for help after «I’m OK» has called for help', () => {
    const said = { cancelledAt: ago(2), confirmedAt: ago(1) };
    expect(momentOf([fall('seen', said)], now)).toMatchObject({ kind: 'called' });
  });
});

describe('the fall that a call for help is about', () => {
  test('is the newest that the device saw, however unclear, and also after «I’m OK»', () => {
    expect(fallToConfirm([fall('unclear', {}, { escalation: null }), fall('seen')])?.id).toBe('unclear');
    expect(fallToConfirm([fall('seen', { cancelledAt: ago(1) })])?.id).toBe('seen');
  });

  test('is none that has ended, was confirmed, or was reported by hand: a new call is a new report', () => {
    const falls = [
      fall('over', { resolvedAt: ago(1) }),
      fall('confirmed', { confirmedAt: ago(1) }),
      fall('reported', {}, reported),
    ];
    expect(fallToConfirm(falls)).toBeUndefined();
  });
});
