import { fileURLToPath } from 'node:url';
import { type CpuTimes, cpuOfServers, readCpuTimes, spentUs } from './cpu.js';
import type { Variant } from './variants.js';
import { pause, type Workshop } from './workshop.js';

const script = fileURLToPath(new URL('../stream.lua', import.meta.url));
const uploadScript = fileURLToPath(new URL('../upload.lua', import.meta.url));
const arrivals = fileURLToPath(new URL('arrivals.js', import.meta.url));
/** Ten digits, as stream.lua requires. */
const firstUptimeMs = 1_000_000_000;
/** When that was: devices with several readings in a request send those of the last days, faster than they took them. */
const firstReadingAtMs = Date.now() - 6 * 86_400_000;
const maxDrainMs = 5_000;
const drainStepMs = 100;
/** A variant that uses less CPU than this within one step has finished its work. */
const idleUs = 10_000;

export interface Load {
  readonly connections: number;
  readonly seconds: number;
}

/** The result of one variant under load for one slice. */
export interface Slice {
  readonly requestsPerSecond: number;
  /** CPU time per reading. */
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
 * Where the next slice of a variant continues: slices use all devices, not only the first ones, and for the detector
 * each device sends without a break.
 */
const places = new Map<Variant, { device: number; uptimeMs: number }>();

function findPlace(variant: Variant): { device: number; uptimeMs: number } {
  return places.get(variant) ?? { device: 0, uptimeMs: firstUptimeMs };
}

function moveOn(variant: Variant, requests: number): void {
  const { device, uptimeMs } = findPlace(variant);
  const { devices, readingsPerRequest = 1 } = variant;
  const sent = device + requests;
  const stepMs = 1_000 * readingsPerRequest;
  places.set(variant, { device: sent % devices, uptimeMs: uptimeMs + Math.ceil(sent / devices) * stepMs });
}

/** Fails unless every answer was 200. */
export async function loadVariant(workshop: Workshop, variant: Variant, load: Load): Promise<Slice> {
  const { served, database, servers } = variant;
  const helpers = variant.helpers.map(({ pid }) => pid);
  const cpuOfOthers = (): CpuTimes => new Map([...cpuOfServers(database, servers), ...readCpuTimes(...helpers)]);
  const othersBefore = cpuOfOthers();
  const nodeBefore = readCpuTimes(served.pid);
  const result = await runWrk(workshop, variant, load);
  // Work that wrk left unfinished belongs to this slice: it must not disturb the next one, and it must be counted.
  await drain([served.pid, ...helpers]);
  // Otherwise the run would have measured the fallback, which writes directly to the database.
  if (served.output().includes('journal unavailable'))
    throw new Error(`${variant.name} could not write to its journal. ${served.output()}`);
  const handled = (result.requests + load.connections) * (variant.readingsPerRequest ?? 1);
  return {
    requestsPerSecond: (result.requests / result.durationUs) * 1e6,
    nodeUs: spentUs(nodeBefore, readCpuTimes(served.pid)) / handled,
    othersUs: spentUs(othersBefore, cpuOfOthers()) / handled,
    p50Us: result.p50Us,
    p99Us: result.p99Us,
  };
}

/** A machine that stalls for a whole slice measures nothing: the slice is repeated. */
const maxAttempts = 4;

async function runWrk(workshop: Workshop, variant: Variant, load: Load, attempt = 1): Promise<WrkResult> {
  const { connections, seconds } = load;
  const { name, served, deviceFile } = variant;
  const { device, uptimeMs } = findPlace(variant);
  // One thread: wrk starts its threads one after another, and counts requests of the first before the last has started.
  const { readingsPerRequest } = variant;
  const upload =
    readingsPerRequest === undefined ? [] : [readingsPerRequest, firstUptimeMs, firstReadingAtMs].map(String);
  const used = upload.length === 0 ? script : uploadScript;
  const wrk = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s', '-s', used];
  const url = `http://127.0.0.1:${served.port}`;
  const places = [deviceFile, String(device), String(uptimeMs), ...upload];
  const printed = await workshop.run('wrk', [...wrk, url, '--', ...places]);
  const found = /^result (.*)$/m.exec(printed)?.[1];
  if (!found) throw new Error(`wrk gave no result: ${printed}`);
  const result: WrkResult = JSON.parse(found);
  moveOn(variant, result.requests + connections);
  const isEmpty = result.requests === 0 && result.refused === 0 && result.broken === 0;
  if (isEmpty && attempt < maxAttempts) return runWrk(workshop, variant, load, attempt + 1);
  if (result.refused > 0 || result.broken > 0 || result.requests === 0)
    throw new Error(
      `${name}, ${connections} connections: of ${result.requests} answers ${result.refused} were refusals, ` +
        `${result.broken} connections broke. ${served.output()}`,
    );
  return result;
}

/** Waits until these processes have finished their work. */
export async function drain(pids: readonly number[]): Promise<void> {
  const deadline = Date.now() + maxDrainMs;
  let before = readCpuTimes(...pids);
  while (Date.now() < deadline) {
    await pause(drainStepMs);
    const after = readCpuTimes(...pids);
    if (spentUs(before, after) <= idleUs) return;
    before = after;
  }
}

/** Latencies from the moment each reading was due, whether or not the server was ready for it. */
export interface OpenLoop {
  readonly perSecond: number;
  readonly p50Us: number;
  readonly p99Us: number;
  readonly p999Us: number;
}

/** Sends at a constant rate, whatever the server does. Fails unless every answer was 200. */
export async function loadOpenly(
  workshop: Workshop,
  variant: Variant,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<OpenLoop> {
  const { served, deviceFile, helpers } = variant;
  const { device, uptimeMs } = findPlace(variant);
  const numbers = [perSecond, seconds, device, uptimeMs].map(String);
  const printed = await workshop.run(process.execPath, [arrivals, String(served.port), deviceFile, ...numbers]);
  moveOn(variant, perSecond * seconds);
  await drain([served, ...helpers].map(({ pid }) => pid));
  return { perSecond, ...JSON.parse(printed) };
}

/** Runs slices of all variants in turn; each round starts with another variant. */
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
  return new Map([...taken].map(([name, own]) => [name, medians(own)]));
}

/** The median of each figure. */
export function medians<Figures extends { readonly [Name in keyof Figures]: number }>(
  all: readonly Figures[],
): Figures {
  const names = Object.keys(all[0] ?? {}) as (keyof Figures)[];
  return Object.fromEntries(names.map((name) => [name, median(all.map((one) => one[name]))])) as unknown as Figures;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2;
}
