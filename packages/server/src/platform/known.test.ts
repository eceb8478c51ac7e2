import { describe, expect, test } from 'vitest';
import { createBreaker } from './breaker.js';
import type { Changes } from './db/changes.js';
import { createKnown } from './known.js';

interface Row {
  readonly text: string;
}

/** A table of one row that can change and be away, and what is known of it. */
function knowing({ areTold = true, lasts = Number.POSITIVE_INFINITY } = {}) {
  const table = { text: 'first', isAway: false, asked: 0 };
  const told = { areTold };
  const changes: Changes = { areTold: () => told.areTold, whenThere: createBreaker(1_000), async close() {} };
  const known = createKnown<Row>({
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

describe('what is known', () => {
  test('is asked for once, also that there is nothing', async () => {
    const { table, known } = knowing();
    expect(known.peek('row')).toBeUndefined();
    const answers = await Promise.all([known.find('row'), known.find('row'), known.find('none')]);
    expect(answers).toEqual([{ text: 'first' }, { text: 'first' }, undefined]);
    expect(await known.find('none')).toBeUndefined();
    expect(known.peek('row')).toEqual({ text: 'first' });
    expect(table.asked).toBe(1);
  });

  test('is forgotten when told, also while the answer is on its way', async () => {
    const { table, known } = knowing();
    const onItsWay = known.find('row');
    known.forget('row');
    await onItsWay;
    expect(known.peek('row')).toBeUndefined();
    await known.find('row');
    table.text = 'second';
    known.forget('row');
    expect(await known.find('row')).toEqual({ text: 'second' });
    table.text = 'third';
    known.forgetAll();
    expect(await known.find('row')).toEqual({ text: 'third' });
  });

  test('is true for 700 ms only while nobody tells of changes', async () => {
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

  test('ends after its own time even when nothing is told', async () => {
    const { table, known } = knowing({ lasts: 50 });
    await known.find('row');
    table.text = 'second';
    await after(70);
    expect(await known.find('row')).toEqual({ text: 'second' });
  });

  test('stays the last answer while the database is away, and is asked for again a second later', async () => {
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

  test('what is known to have changed is not the last answer', async () => {
    const { table, known } = knowing();
    await known.find('row');
    table.isAway = true;
    known.forget('row');
    await expect(known.findOrLast('row')).rejects.toThrow('away');
  });

  test('what may have changed is asked for again, and is the last answer while the database is away', async () => {
    const { table, known } = knowing();
    await known.find('row');
    table.text = 'second';
    known.doubtAll();
    expect(known.peek('row')).toBeUndefined();
    table.isAway = true;
    expect(await known.findOrLast('row')).toEqual({ text: 'first' });
    table.isAway = false;
    await after(1_050);
    expect(await known.find('row')).toEqual({ text: 'second' });
  });

  test('stays the last answer also when it was asked for twice before the database failed', async () => {
    const { table, known } = knowing({ areTold: false });
    await known.find('row');
    table.isAway = true;
    known.doubtAll();
    const asked = [known.findOrLast('row')];
    known.doubtAll();
    asked.push(known.findOrLast('row'));
    expect(await Promise.all(asked)).toEqual([{ text: 'first' }, { text: 'first' }]);
    expect(await known.findOrLast('row')).toEqual({ text: 'first' });
  });
});
