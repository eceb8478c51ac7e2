import type { Alert } from '@fallwatch/client';
import { describe, expect, test } from 'vitest';
import { byNeed } from './alertRules.js';
import { chooseSubject, occasionKey, type StageState } from './stageRules.js';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 31, 12, minute)).toISOString();

function fall(fallId: string, changes: Partial<Alert> = {}): Alert {
  const untaken = { handledBy: null, state: 'ESCALATING', acknowledged: false, reminder: null, isDrill: false };
  const about = { id: `alert ${fallId}`, fallId, patientId: `person ${fallId}`, type: 'FALL_DETECTED', responders: [] };
  return { ...untaken, ...about, timestamp: at(0), fallAt: at(0), ...changes } as Alert;
}

const taken = { state: 'HANDLED', handledBy: { id: 'me', name: 'Me', at: at(1) }, acknowledged: true } as const;
const reminder = { takenAt: at(1), takenBy: { id: 'me', name: 'Me' } };
const nothing: StageState = { opened: undefined, openedAtMs: 0, shown: new Set(), aside: new Set() };
const showing = (alert: Alert): StageState => ({
  ...nothing,
  opened: alert.fallId ?? alert.id,
  shown: new Set([occasionKey(alert)]),
});
const later = 10_000;

describe('the alert that fills the screen', () => {
  test('is the first unanswered fall that was not put aside; taken alerts and device troubles stay on the board', () => {
    const [one, other] = [fall('one'), fall('other')];
    expect(chooseSubject([one, other], nothing, later)).toBe('one');
    const oneAside = { ...nothing, aside: new Set([occasionKey(one)]) };
    expect(chooseSubject([one, other], oneAside, later)).toBe('other');
    expect(chooseSubject([fall('one', taken), fall('two', { type: 'LOW_BATTERY' })], nothing, later)).toBeUndefined();
  });

  test('is none while the device asks its wearer, and that fall once people are notified', () => {
    const asked = fall('asked', { state: 'WAITING' });
    expect(chooseSubject([asked], nothing, later)).toBeUndefined();
    expect(chooseSubject([asked, fall('other')], nothing, later)).toBe('other');
    expect(chooseSubject([fall('asked')], nothing, later)).toBe('asked');
  });

  test('is replaced by a fall that was not shown yet, and not by one that was', () => {
    const [handled, seen, unseen] = [fall('handled', taken), fall('seen'), fall('unseen')];
    const state = { ...showing(handled), shown: new Set([occasionKey(handled), occasionKey(seen)]) };
    expect(chooseSubject([seen, handled], state, later)).toBe('handled');
    expect(chooseSubject([seen, unseen, handled], state, later)).toBe('unseen');
    expect(chooseSubject([fall('unseen')], { ...state, opened: 'over' }, later)).toBe('unseen');
  });

  test('stays for two seconds when falls come at the same moment', () => {
    const [one, other] = [fall('one'), fall('other')];
    const state = { ...showing(one), openedAtMs: later };
    expect(chooseSubject([one, other], state, later + 1_000)).toBe('one');
    expect(chooseSubject([one, other], state, later + 2_000)).toBe('other');
  });

  test('is not replaced by a drill, a reminder or another fall of the same person while it is unanswered', () => {
    const waiting = fall('waiting');
    for (const other of [
      fall('drill', { type: 'DRILL', isDrill: true }),
      fall('reminder', { reminder }),
      fall('again', { patientId: waiting.patientId }),
    ])
      expect(chooseSubject([waiting, other], showing(waiting), later)).toBe('waiting');
    const handled = fall('handled', taken);
    const again = fall('again', { patientId: handled.patientId });
    expect(chooseSubject([again, handled], showing(handled), later)).toBe('again');
  });

  test('is one that was put aside, once it alerts again', () => {
    const before = fall('one');
    const state = { ...nothing, shown: new Set([occasionKey(before)]), aside: new Set([occasionKey(before)]) };
    expect(chooseSubject([before], state, later)).toBeUndefined();
    for (const anew of [
      fall('one', { timestamp: at(3) }),
      fall('one', { type: 'NOBODY_REACHED' }),
      fall('one', { reminder }),
    ])
      expect(chooseSubject([anew], state, later)).toBe('one');
  });
});

test('the order of alerts: unanswered first, falls before drills and devices, longest waiting first', () => {
  const alerts = [
    fall('taken', { ...taken, fallAt: at(0) }),
    fall('device', { type: 'DEVICE_SILENT', fallId: null, fallAt: null, timestamp: at(0) }),
    fall('drill', { type: 'DRILL', isDrill: true }),
    fall('new', { fallAt: at(9), severity: 'CRITICAL' }),
    // Alerted late: the time of the fall decides.
    fall('old', { fallAt: at(1), timestamp: at(31), severity: 'MEDIUM' }),
  ];
  const ordered = alerts.toSorted(byNeed).map(({ id }) => id.replace('alert ', ''));
  expect(ordered).toEqual(['old', 'new', 'drill', 'device', 'taken']);
});
