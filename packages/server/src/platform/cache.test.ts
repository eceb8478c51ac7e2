import { describe, expect, test } from 'vitest';
import { createBreaker } from './breaker.js';
import { createCache } from './cache.js';
import type { Changes } from './db/changes.js';

interface Row {
  readonly text: string;
}

/** A table with one row that can change and can be unavailable, and a cache of it. */
function knowing({ areTold = true, lasts = Number.POSITIVE_INFINITY } = {}) {
  const table = { text: 'first', isAway: false, asked: 0 };
  const told = { areTold };
  const changes: Changes = { areTold: () => told.areTold, whenThere: createBreaker(1_000), async close() {} };
  const known = createCache<Row>({
    changes,
    max: 10,
    lastsMs: () => lasts,
    load: async (keys) => {
      table.asked += 1;
      if (table.isAway) throw new Error('away');
      return new Map(keys.filter((key) => key === 'row').map((key) => [key, { text: table.text }]));
    },
  });
  return { table, told, known };
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('the cache', () => {
  test('loads a row once, and remembers that a row does not exist', async () => {
    const { table, known } = knowing();
    expect(known.peek('row')).toBeUndefined();
    const answers = await Promise.all([known.find('row'), known.find('row'), known.find('none')]);
    expect(answers).toEqual([{ text: 'first' }, { text: 'first' }, undefined]);
    expect(await known.find('none')).toBeUndefined();
    expect(known.peek('row')).toEqual({ text: 'first' });
    expect(table.asked).toBe(1);
  });

  test('forgets an entry when a change is reported, also while its query is running', async () => {
    const { table, known } = knowing();
    const onItsWay = known.find('row');
    known.forget('row');
    await onItsWay;
    expect(known.peek('row')).toBeUndefined();
    await known.find('row');
    table.text = 'second';
    known.forget('row');
    expect(await known.find('row')).toEqual({ text: 'second' });
  });

  test('forgets entries by their content, also while their query is running; other entries stay', async () => {
    const { table, known } = knowing();
    const onItsWay = known.find('row');
    known.forgetWhere(() => false);
    await onItsWay;
    expect(known.peek('row')).toBeUndefined();
    await known.find('row');
    known.forgetWhere(({ text }) => text === 'other');
    expect(known.peek('row')).toEqual({ text: 'first' });
    table.text = 'second';
    known.forgetWhere(({ text }) => text === 'first');
    expect(await known.find('row')).toEqual({ text: 'second' });
    // The query is running and has no result yet: forgetWhere matches the previous value.
    known.markAllStale();
    table.isAway = true;
    const asked = known.find('row').catch(() => undefined);
    known.forgetWhere(({ text }) => text === 'second');
    await asked;
    expect(known.last('row')).toBeUndefined();
  });
});

describe('the age of an entry', () => {
  test('uses an entry for 700 ms only while changes are not reported', async () => {
    const { table, told, known } = knowing({ areTold: false });
    await known.find('row');
    table.text = 'second';
    await after(500);
    expect(known.peek('row')).toEqual({ text: 'first' });
    await after(300);
    expect(known.peek('row')).toBeUndefined();
    told.areTold = true;
    expect(known.peek('row')).toEqual({ text: 'first' });
    told.areTold = false;
    expect(await known.find('row')).toEqual({ text: 'second' });
  });

  test('expires an entry after its own lifetime even if no change is reported', async () => {
    const { table, known } = knowing({ lasts: 50 });
    await known.find('row');
    table.text = 'second';
    await after(70);
    expect(await known.find('row')).toEqual({ text: 'second' });
  });
});

describe('while the database is away', () => {
  test('returns the last value while the database is away, and queries again a second later', async () => {
    const { table, known } = knowing({ lasts: 50 });
    await known.find('row');
    await after(70);
    table.isAway = true;
    await expect(known.find('row')).rejects.toThrow('away');
    expect(await known.findOrLast('row')).toEqual({ text: 'first' });
    await expect(known.findOrLast('none')).rejects.toThrow('away');
    expect(table.asked).toBe(2);
    Object.assign(table, { isAway: false, text: 'second' });
    await after(1_050);
    expect(await known.findOrLast('row')).toEqual({ text: 'second' });
  });

  test('does not return a value that is known to have changed', async () => {
    const { table, known } = knowing();
    await known.find('row');
    table.isAway = true;
    known.forget('row');
    await expect(known.findOrLast('row')).rejects.toThrow('away');
  });

  test('queries again after markAllStale, and returns the last value while the database is away', async () => {
    const { table, known } = knowing();
    await known.find('row');
    table.text = 'second';
    known.markAllStale();
    expect(known.peek('row')).toBeUndefined();
    table.isAway = true;
    expect(await known.findOrLast('row')).toEqual({ text: 'first' });
    table.isAway = false;
    await after(1_050);
    expect(await known.find('row')).toEqual({ text: 'second' });
  });

  test('returns the last value also when it was queried twice before the database failed', async () => {
    const { table, known } = knowing({ areTold: false });
    await known.find('row');
    table.isAway = true;
    known.markAllStale();
    const asked = [known.findOrLast('row')];
    known.markAllStale();
    asked.push(known.findOrLast('row'));
    expect(await Promise.all(asked)).toEqual([{ text: 'first' }, { text: 'first' }]);
    expect(await known.findOrLast('row')).toEqual({ text: 'first' });
  });
});
