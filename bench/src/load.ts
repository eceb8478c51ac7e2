import { fileURLToPath } from 'node:url';
import { type CpuTimes, cpuOf, cpuOfServers, spentUs } from './cpu.js';
import type { Variant } from './variants.js';
import { pause, type Workshop } from './workshop.js';

const script = fileURLToPath(new URL('../stream.lua', import.meta.url));
const arrivals = fileURLToPath(new URL('arrivals.js', import.meta.url));
/** Ten digits, as stream.lua wants them. */
const firstUptimeMs = 1_000_000_000;
const maxDrainMs = 5_000;
const drainStepMs = 100;
/** A variant that uses less of a step than this has nothing left to do. */
const idleUs = 10_000;

export interface Load {
  readonly connections: number;
  readonly seconds: number;
}

/** What one variant did under load for a moment. */
export interface Slice {
  readonly requestsPerSecond: number;
  readonly nodeUs: number;
  readonly othersUs: number;
  readonly p50Us: number;
  readonly p99Us: number;
}

interface WrkResult {
  readonly requests: number;
  readonly durationUs: number;
  readonly refused: number;
  readonly broken: number;
  readonly p50Us: number;
  readonly p99Us: number;
}

/**
 * Where the next slice of a variant goes on: a crowd is gone through and not only its beginning, and to the detector
 * a device has never stopped.
 */
const places = new Map<Variant, { device: number; uptimeMs: number }>();

function placeOf(variant: Variant): { device: number; uptimeMs: number } {
  return places.get(variant) ?? { device: 0, uptimeMs: firstUptimeMs };
}

function moveOn(variant: Variant, readings: number): void {
  const { device, uptimeMs } = placeOf(variant);
  const { devices } = variant;
  const sent = device + readings;
  places.set(variant, { device: sent % devices, uptimeMs: uptimeMs + Math.ceil(sent / devices) * 1_000 });
}

/** Fails unless every answer was 200. */
export async function loadVariant(workshop: Workshop, variant: Variant, load: Load): Promise<Slice> {
  const { served, database, servers, helpers } = variant;
  const cpuOfOthers = (): CpuTimes => new Map([...cpuOfServers(database, servers), ...cpuOf(...helpers)]);
  const othersBefore = cpuOfOthers();
  const nodeBefore = cpuOf(served.pid);
  const result = await runWrk(workshop, variant, load);
  // What wrk left behind belongs to this slice: it must neither disturb the next one nor be forgotten.
  await drain([served.pid, ...helpers]);
  // It would have been another way to store that was measured.
  if (served.output().includes('log of readings unavailable'))
    throw new Error(`${variant.name} could not write to its log. ${served.output()}`);
  const handled = result.requests + load.connections;
  return {
    requestsPerSecond: (result.requests / result.durationUs) * 1e6,
    nodeUs: spentUs(nodeBefore, cpuOf(served.pid)) / handled,
    othersUs: spentUs(othersBefore, cpuOfOthers()) / handled,
    p50Us: result.p50Us,
    p99Us: result.p99Us,
  };
}

async function runWrk(workshop: Workshop, variant: Variant, { connections, seconds }: Load): Promise<WrkResult> {
  const { name, served, deviceFile } = variant;
  const { device, uptimeMs } = placeOf(variant);
  // One thread: wrk starts its threads one after the other, and counts what the first does before the last is there.
  const wrk = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s', '-s', script];
  const url = `http://127.0.0.1:${served.port}`;
  const printed = await workshop.run('wrk', [...wrk, url, '--', deviceFile, String(device), String(uptimeMs)]);
  const found = /^result (.*)$/m.exec(printed)?.[1];
  if (!found) throw new Error(`wrk gave no result: ${printed}`);
  const result: WrkResult = JSON.parse(found);
  moveOn(variant, result.requests + connections);
  if (result.refused > 0 || result.broken > 0 || result.requests === 0)
    throw new Error(
      `${name}, ${connections} connections: of ${result.requests} answers ${result.refused} were refusals, ` +
        `${result.broken} connections broke. ${served.output()}`,
    );
  return result;
}

async function drain(pids: readonly number[]): Promise<void> {
  const deadline = Date.now() + maxDrainMs;
  let before = cpuOf(...pids);
  while (Date.now() < deadline) {
    await pause(drainStepMs);
    const after = cpuOf(...pids);
    if (spentUs(before, after) <= idleUs) return;
    before = after;
  }
}

/** Latencies from the moment that each reading was due, whether or not the server was ready for it. */
export interface OpenLoop {
  readonly perSecond: number;
  readonly p50Us: number;
  readonly p99Us: number;
  readonly p999Us: number;
}

/** So many readings a second, come what may. Fails unless every answer was 200. */
export async function loadOpenly(
  workshop: Workshop,
  variant: Variant,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<OpenLoop> {
  const { served, deviceFile, helpers } = variant;
  const { device, uptimeMs } = placeOf(variant);
  const numbers = [perSecond, seconds, device, uptimeMs].map(String);
  const printed = await workshop.run(process.execPath, [arrivals, String(served.port), deviceFile, ...numbers]);
  moveOn(variant, perSecond * seconds);
  await drain([served.pid, ...helpers]);
  return { perSecond, ...JSON.parse(printed) };
}

/** Slices of all variants in turn; each round begins with another one, so that none is always the first. */
export async function loadInTurn(
  workshop: Workshop,
  variants: readonly Variant[],
  { rounds, ...load }: Load & { rounds: number },
): Promise<Map<string, Slice>> {
  const taken = new Map<string, Slice[]>(variants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % variants.length;
    for (const variant of [...variants.slice(first), ...variants.slice(0, first)])
      taken.get(variant.name)?.push(await loadVariant(workshop, variant, load));
    process.stderr.write(`  round ${round + 1} of ${rounds} at ${load.connections} connections\n`);
  }
  return new Map([...taken].map(([name, own]) => [name, medianSlice(own)]));
}

function medianSlice(own: readonly Slice[]): Slice {
  const of = (key: keyof Slice): number => median(own.map((slice) => slice[key]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    nodeUs: of('nodeUs'),
    othersUs: of('othersUs'),
    p50Us: of('p50Us'),
    p99Us: of('p99Us'),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2;
}
