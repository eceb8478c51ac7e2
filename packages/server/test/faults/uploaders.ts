/** Wearables that send what they have recorded in requests of any size, and repeat some of it. */
import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { noteRefusal, postJson, retryMs } from './client.js';
import type { Entry, Journal } from './journal.js';
import { chooseValues } from './link.js';
import { pause } from './part.js';
import type { Wearer } from './wearers.js';

export interface UploadLoad {
  readonly ports: () => readonly number[];
  /** Readings that each device has recorded, one a second, before it begins to send; it goes on recording. */
  readonly recorded: number;
  readonly maxReadings: number;
  readonly isImpact: (device: number, reading: number) => boolean;
  readonly isOver: () => boolean;
  /** One of this many requests repeats readings that were answered before. */
  readonly repeatsOneIn: number;
}

/** Ends when the load is over and each reading is answered. */
export async function uploadAll(wearers: readonly Wearer[], journal: Journal, load: UploadLoad): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  try {
    await Promise.all(wearers.map((wearer, index) => uploadOne(wearer, index, journal, load, agent)));
  } finally {
    agent.destroy();
  }
}

interface Recorded extends Entry {
  readonly takenAtMs: number;
}

async function uploadOne(wearer: Wearer, index: number, journal: Journal, load: UploadLoad, agent: Agent) {
  const startedAtMs = Date.now() - 1_000 * load.recorded;
  const bootId = randomInt(2 ** 32);
  const all: Recorded[] = [];
  let port = index;
  await pause(Math.random() * 1_000);
  for (;;) {
    while (!load.isOver() && all.length * 1_000 < Date.now() - startedAtMs)
      all.push(record(wearer, index, all.length, startedAtMs, journal, load));
    const open = all.filter(({ outcome }) => outcome === 'unknown');
    if (open.length === 0 && load.isOver()) return;
    const sent = choose(all, open, load);
    const sentAtMs = Date.now();
    const ports = load.ports();
    const target = {
      path: '/api/device/readings',
      token: wearer.token,
      port: ports[port % ports.length] as number,
      agent,
    };
    const waitMs = await attempt(wearer.mac, bootId, sent, journal, target);
    if (waitMs !== undefined) port += 1;
    await pause(waitMs ?? Math.max(0, sentAtMs + 1_000 - Date.now()));
  }
}

function record(
  { mac }: Wearer,
  device: number,
  reading: number,
  startedAtMs: number,
  journal: Journal,
  { isImpact }: UploadLoad,
): Recorded {
  const entry: Recorded = {
    mac,
    uptimeMs: 1_000 * (reading + 1),
    takenAtMs: startedAtMs + 1_000 * reading,
    isImpact: isImpact(device, reading),
    outcome: 'unknown',
    attempts: [],
  };
  journal.entries.push(entry);
  return entry;
}

/** The oldest readings without an answer, or any; in a random order; sometimes with readings that have one. */
function choose(all: readonly Recorded[], open: readonly Recorded[], { maxReadings, repeatsOneIn }: UploadLoad) {
  const from = open.length === 0 || randomInt(repeatsOneIn) === 0 ? all : open;
  const first = randomInt(3) === 0 ? randomInt(from.length) : 0;
  const chosen = from.slice(first, first + 1 + randomInt(maxReadings));
  return randomInt(2) === 0 ? chosen : chosen.toSorted(() => Math.random() - 0.5);
}

/** Returns undefined when every reading has its answer, else the wait before the next request. */
async function attempt(
  mac: string,
  bootId: number,
  sent: readonly Recorded[],
  journal: Journal,
  target: Parameters<typeof postJson>[0],
): Promise<number | undefined> {
  const [first] = sent as [Recorded];
  const sentAt = performance.now();
  const nowMs = Date.now();
  const readings = sent.map((entry) => ({
    device_id: mac,
    boot_id: bootId,
    uptime_ms: entry.uptimeMs,
    age_ms: Math.max(0, nowMs - entry.takenAtMs),
    ...chooseValues(entry),
  }));
  try {
    const answer = await postJson(target, { readings });
    journal.noteAnswer(first, answer.status, performance.now() - sentAt);
    if (answer.status !== 200) {
      const waitMs = noteRefusal(journal, answer);
      if (waitMs === undefined) journal.faults.push(`${answer.status} ${answer.body}`);
      return waitMs ?? retryMs;
    }
    for (const [index, { status, fallEventId, problem }] of JSON.parse(answer.body).data.results.entries()) {
      const entry = sent[index] as Recorded;
      if (status === 'refused') journal.faults.push(`refused: ${JSON.stringify(problem)}`);
      else if (entry.outcome === 'unknown') journal.accept(entry, fallEventId);
    }
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    for (const entry of sent) entry.attempts.push(code ?? message);
    journal.noteBroken(first, code ?? message, performance.now() - sentAt);
    return retryMs;
  }
}
