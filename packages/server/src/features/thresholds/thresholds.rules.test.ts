import { describe, expect, test } from 'vitest';
import { countAnswers, type FoundFall, findOffer, isSilent, type Said, toAnswer } from './thresholds.rules.js';

const nothing: Said = { outcome: null, cancelledAt: null, confirmedAt: null };
const at = '2026-01-31T12:00:00.000Z';
const fall = (said: Partial<FoundFall>): FoundFall => ({
  ...nothing,
  confidence: 0.6,
  falseAlarmAct: null,
  withheldUpTo: null,
  hasAlert: true,
  ...said,
});

describe('the answer about a fall', () => {
  test.each<[Partial<Said>, ReturnType<typeof toAnswer>]>([
    [{}, null],
    [{ outcome: 'HELPED' }, 'REAL'],
    [{ outcome: 'HOSPITAL', cancelledAt: at }, 'REAL'],
    [{ outcome: 'OTHER' }, 'OTHER'],
    [{ outcome: 'OTHER', confirmedAt: at }, 'OTHER'],
    [{ outcome: 'FALSE_ALARM' }, 'FALSE_ALARM'],
    [{ outcome: 'FALSE_ALARM', confirmedAt: at }, 'OTHER'],
    [{ cancelledAt: at }, 'FALSE_ALARM'],
    [{ cancelledAt: at, confirmedAt: at }, 'REAL'],
    [{ confirmedAt: at }, 'REAL'],
  ])('%j is %s', (said, answer) => {
    expect(toAnswer({ ...nothing, ...said })).toBe(answer);
  });
});

test('unanswered falls neither count for the offer nor against it', () => {
  const falseAlarms = Array.from({ length: 5 }, () => fall({ outcome: 'FALSE_ALARM' }));
  expect(findOffer([fall({}), ...falseAlarms, fall({})])).toBe(0.6);
  expect(findOffer([...falseAlarms.slice(1), fall({})])).toBeNull();
});

test('the counts add up; falls without an alert count as withheld only', () => {
  const falls = [
    fall({ outcome: 'HELPED' }),
    fall({ outcome: 'FALSE_ALARM', falseAlarmAct: 'CLAPPING' }),
    fall({ outcome: 'FALSE_ALARM', falseAlarmAct: 'KNOCK' }),
    fall({ outcome: 'FALSE_ALARM', falseAlarmAct: 'CLAPPING', cancelledAt: at }),
    fall({ cancelledAt: at }),
    fall({ outcome: 'OTHER' }),
    fall({}),
    fall({ withheldUpTo: 0.6, hasAlert: false }),
    fall({ confidence: 0.4, hasAlert: false }),
  ];
  expect(countAnswers(falls)).toEqual({
    days: 90,
    alerts: 7,
    real: 1,
    falseAlarms: 4,
    cancelled: 1,
    other: 1,
    unanswered: 1,
    withheld: 1,
    acts: [
      { act: 'CLAPPING', count: 2 },
      { act: 'KNOCK', count: 1 },
    ],
  });
});

test('silence after an impact is recognised by its evidence', () => {
  const explain = (...features: string[]) => {
    const evidence = features.map((feature) => ({ feature, value: 11, unit: 's', weight: 0 }));
    return { evidence } as unknown as Parameters<typeof isSilent>[0];
  };
  expect(isSilent(explain('impact', 'silent_for'))).toBe(true);
  expect(isSilent(explain('impact'))).toBe(false);
  expect(isSilent(null)).toBe(false);
});
