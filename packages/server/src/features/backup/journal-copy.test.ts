import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, inject, test } from 'vitest';
import { profile, servers } from '../../../test/servers.js';
import { createJetStreamJournal } from '../../platform/journal/jetstream.js';
import type { Journal } from '../../platform/journal/journal.js';
import { copyJournal, putBackJournal } from './journal-copy.js';

const silent = pino({ level: 'silent' });
const folder = mkdtempSync(join(tmpdir(), 'fallwatch-journal-'));
const opened: Journal[] = [];
afterAll(async () => {
  for (const journal of opened) await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

function openJournal(partitions: number): Journal {
  const namespace = `${inject('namespace')}_${randomUUID().slice(0, 8)}`;
  const journal = createJetStreamJournal(servers.nats, { namespace, partitions }, silent);
  opened.push(journal);
  return journal;
}

async function readAll(journal: Journal): Promise<string[]> {
  const found: string[] = [];
  for (let partition = 0; partition < journal.partitions; partition++)
    for await (const piece of journal.read(partition, new AbortController().signal)) {
      if (piece.length === 0) break;
      found.push(...piece.map(({ bytes }) => `${partition} ${Buffer.from(bytes).toString('latin1')}`));
    }
  return found;
}

test.runIf(profile === 'cluster')(
  'a copy of the journal has every record once, in order, and can be put back',
  async () => {
    const journal = openJournal(2);
    await expect.poll(() => journal.identify().catch(() => undefined)).toBeDefined();
    // More than a chunk of a file stream, 64 kB, and more than a fetch, 256 records.
    const large = 'x'.repeat(100_000);
    const records = [large, ...Array.from({ length: 300 }, (_, index) => `record ${index}`)];
    for (const [index, record] of records.entries()) await journal.append(index % 2, Buffer.from(record));
    const path = join(folder, 'copy');
    expect(await copyJournal(journal, path)).toBe(301);
    expect(await readAll(journal)).toHaveLength(301);

    const other = openJournal(2);
    expect(await putBackJournal(other, path)).toBe(301);
    expect(await readAll(other)).toEqual(await readAll(journal));

    const single = openJournal(1);
    expect(await putBackJournal(single, path)).toBe(301);

    truncateSync(path, 100);
    await expect(putBackJournal(single, path)).rejects.toThrow('ends within a record');
    writeFileSync(path, 'something else');
    appendFileSync(path, 'entirely');
    await expect(putBackJournal(single, path)).rejects.toThrow('is not a copy of a journal');
  },
);
