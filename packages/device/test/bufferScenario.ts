import type { BufferedReading, ReadingBuffer } from '../src/buffer.js';

/** What every buffer does. Returns what was seen, so that it can also run inside a browser. */
export async function runBufferScenario(make: (most: number) => ReadingBuffer) {
  const entry = (second: number, isQuiet = true): BufferedReading => ({
    id: `1-${second}`,
    reading: { uptime_ms: second } as BufferedReading['reading'],
    bootId: 1,
    takenAtMs: second,
    isQuiet,
  });
  const buffer = make(5);
  const list = async (most = 100) => (await buffer.list(most)).map(({ reading }) => reading.uptime_ms);
  await buffer.put([1, 2, 3].map((second) => entry(second)));
  const [inOrder, first] = [await list(), await list(2)];
  await buffer.put([entry(2, false)]);
  const replaced = await buffer.list(100);
  await buffer.put([4, 5, 6, 7].map((second) => entry(second)));
  const afterQuiet = await list();
  await buffer.put([8, 9, 10, 11, 12].map((second) => entry(second, false)));
  const afterAll = await list();
  await buffer.delete(['1-9', '1-99']);
  return { inOrder, first, replaced, afterQuiet, afterAll, afterDelete: await list(), count: await buffer.count() };
}

export const expectedOfBuffer = {
  inOrder: [1, 2, 3],
  first: [1, 2],
  replaced: [
    { id: '1-1', isQuiet: true },
    { id: '1-2', isQuiet: false },
    { id: '1-3', isQuiet: true },
  ],
  afterQuiet: [2, 4, 5, 6, 7],
  afterAll: [8, 9, 10, 11, 12],
  afterDelete: [8, 10, 11, 12],
  count: 4,
};
