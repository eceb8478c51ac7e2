import type { FallDetail } from '@fallwatch/client';
import { describe, expect, test } from 'vitest';
import { currentMoment, fallToConfirm } from './moment.js';

const now = Date.parse('2026-01-31T12:00:00.000Z');
const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();

type Said = Partial<FallDetail['timeline']>;

function fall(id: string, said: Said = {}, others: Partial<FallDetail> = {}): FallDetail {
  const [explanation, escalation] = [{ summary: '' }, { state: 'ESCALATING' }];
  return { id, explanation, escalation, ...others, timeline: toTimeline(said) } as FallDetail;
}

function toTimeline(said: Said): Said {
  return { cancelledAt: null, confirmedAt: null, resolvedAt: null, ...said };
}

const reported = { explanation: null };

describe('the state of the wearer’s page', () => {
  test('is calm without falls, and for falls that alerted nobody', () => {
    expect(currentMoment([], now)).toEqual({ kind: 'calm' });
    expect(currentMoment([fall('unclear', {}, { escalation: null })], now)).toEqual({ kind: 'calm' });
  });

  test('asks about a detected fall until the wearer has answered or somebody has ended it', () => {
    expect(currentMoment([fall('seen')], now)).toMatchObject({ kind: 'asked', fall: { id: 'seen' } });
    expect(currentMoment([fall('over', { resolvedAt: ago(1) })], now)).toEqual({ kind: 'calm' });
  });

  test('keeps showing a call for help, also when the device detects another fall', () => {
    const falls = [fall('new'), fall('old', {}, reported)];
    expect(currentMoment(falls, now)).toMatchObject({ kind: 'called', fall: { id: 'old' } });
    expect(currentMoment([fall('old', { confirmedAt: ago(2) })], now)).toMatchObject({ kind: 'called' });
  });

  test('shows the answer to «I’m OK» for five minutes', () => {
    expect(currentMoment([fall('seen', { cancelledAt: ago(1) })], now)).toMatchObject({ kind: 'fine' });
    expect(currentMoment([fall('called', { cancelledAt: ago(1) }, reported)], now)).toMatchObject({ kind: 'fine' });
    expect(currentMoment([fall('seen', { cancelledAt: ago(6) })], now)).toEqual({ kind: 'calm' });
  });

  test('shows a call for help after «I’m OK»', () => {
    const said = { cancelledAt: ago(2), confirmedAt: ago(1) };
    expect(currentMoment([fall('seen', said)], now)).toMatchObject({ kind: 'called' });
  });
});

describe('the fall that a call for help is about', () => {
  test('is the newest that the device detected, at any confidence, and also after «I’m OK»', () => {
    expect(fallToConfirm([fall('unclear', {}, { escalation: null }), fall('seen')])?.id).toBe('unclear');
    expect(fallToConfirm([fall('seen', { cancelledAt: ago(1) })])?.id).toBe('seen');
  });

  test('is none that has ended, was confirmed or was reported by hand: a new call is a new report', () => {
    const falls = [
      fall('over', { resolvedAt: ago(1) }),
      fall('confirmed', { confirmedAt: ago(1) }),
      fall('reported', {}, reported),
    ];
    expect(fallToConfirm(falls)).toBeUndefined();
  });
});
