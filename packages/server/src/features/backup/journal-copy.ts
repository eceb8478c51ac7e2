/**
 * Records of the journal in a file: a mark, then for each record its partition and length, 32 bits each, and its bytes.
 * Putting back a record that was recorded meanwhile changes nothing: the recorder stores a reading once.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../platform/clock.js';
import type { Journal } from '../../platform/journal/journal.js';
import { unavailable } from '../../platform/refusal.js';

const mark = Buffer.from('FWJ1');
const headBytes = 8;
/** A process that has just started is not connected yet. */
const connectTimeoutMs = 5_000;
const lookEveryMs = 100;
/** Records have the time of the NATS server, whose clock may differ. */
const clockReserveMs = 10_000;

async function untilConnected(journal: Journal): Promise<void> {
  const deadline = performance.now() + connectTimeoutMs;
  while (performance.now() < deadline) {
    if (await journal.identify().catch(() => undefined)) return;
    await pause(lookEveryMs);
  }
  throw unavailable('The journal cannot be reached (NATS_URL). A backup without it could lack accepted readings.');
}

/** Everything that the journal holds now, without taking it out. Returns the number of records. */
export async function copyJournal(journal: Journal, path: string): Promise<number> {
  await untilConnected(journal);
  const file = createWriteStream(path, { mode: 0o600 });
  file.write(mark);
  let records = 0;
  for (let partition = 0; partition < journal.partitions; partition++) {
    const startedAtMs = systemClock.nowMs();
    for await (const piece of journal.read(partition, new AbortController().signal)) {
      for (const { bytes } of piece) {
        const head = Buffer.alloc(headBytes);
        head.writeUInt32LE(partition);
        head.writeUInt32LE(bytes.length, 4);
        file.write(head);
        if (!file.write(bytes)) await once(file, 'drain');
        records += 1;
      }
      // Under load a piece is never empty: what arrives after the start need not be copied.
      if ((piece.at(-1)?.appendedAtMs ?? Number.POSITIVE_INFINITY) >= startedAtMs + clockReserveMs) break;
    }
  }
  file.end();
  await finished(file);
  return records;
}

/** Appends the records of a copy. Partitions that this journal does not have are mapped to those that it has. */
export async function putBackJournal(journal: Journal, path: string): Promise<number> {
  await untilConnected(journal);
  let records = 0;
  let buffered = Buffer.alloc(0);
  let isMarked = false;
  for await (const chunk of createReadStream(path)) {
    buffered = Buffer.concat([buffered, chunk as Buffer]);
    if (!isMarked) {
      if (buffered.length < mark.length) continue;
      if (!buffered.subarray(0, mark.length).equals(mark)) throw new Error(`${path} is not a copy of a journal`);
      buffered = buffered.subarray(mark.length);
      isMarked = true;
    }
    while (buffered.length >= headBytes && buffered.length >= headBytes + buffered.readUInt32LE(4)) {
      const [partition, length] = [buffered.readUInt32LE(0), buffered.readUInt32LE(4)];
      await journal.append(partition % journal.partitions, buffered.subarray(headBytes, headBytes + length));
      buffered = buffered.subarray(headBytes + length);
      records += 1;
    }
  }
  if (buffered.length > 0) throw new Error(`${path} ends within a record, after ${records} complete ones`);
  return records;
}
