import { setMaxListeners } from 'node:events';
import { Fallwatch, FallwatchError } from '@fallwatch/client';
import { Link } from './link.js';
import { Body } from './motion/body.js';
import type { MotionName } from './motion/motions.js';
import type { Site } from './motion/postures.js';
import { PairedLink, pairDevice } from './pairedLink.js';
import { createRandom } from './random.js';
import { playback, readRecordings } from './recordings.js';
import { type ScenarioName, scenarios } from './scenarios.js';
import type { Quality } from './sensing.js';
import { run, type Simulated, watch } from './simulate.js';
import { openWard, type Ward } from './ward.js';
import { createMovement, life, type Movement, Wearable } from './wearable.js';

/** The runs of the command line: create people and devices, simulate, and print a summary. */
interface Common {
  readonly devices: number;
  readonly quality: Quality;
  readonly url: string;
  /** Each device gets its own credential and sends with the device library; else with its wearer's session. */
  readonly paired?: boolean;
}

/**
 * An address may send 100 requests a minute, and a wearer needs two: above this number, wearers have several devices.
 */
const mostWearers = 40;
const mostDevicesEach = 10;

export async function simulateScenario(
  options: Common & { scenario: ScenarioName; motion?: MotionName; seconds?: number; seed: string },
): Promise<void> {
  const { scenario, motion, seed, quality } = options;
  const ward = await wardFor(options);
  const worn = await wornBy(ward, options, options.devices, (macAddress, index) => {
    const site: Site = index % 2 === 0 ? 'wrist' : 'waist';
    const own = `${seed} ${index}`;
    const movements = motion ? again(new Body(site, own), motion) : life(site, own, scenarios[scenario]);
    return new Wearable({ macAddress, site, quality, seed: own }, movements);
  });
  say(`${motion ?? scenario}: ${options.devices} wearables. Their caregiver: ${describeLogin(ward)}`);
  await runAndSum(ward, worn, { seed, scenario: scenarios[scenario], ...pickSeconds(options) });
}

export async function replayRecordings(options: Common & { set: string; code?: string; data: string }): Promise<void> {
  const recordings = readRecordings(options.data, options.set, options.devices, options.code);
  if (recordings.length === 0) throw new Error(`No trial of ${options.set} at waist or wrist was found`);
  const ward = await wardFor({ ...options, devices: recordings.length });
  const worn = await wornBy(ward, options, recordings.length, (macAddress, index) => {
    const recording = recordings[index] as (typeof recordings)[number];
    const { quality } = options;
    return new Wearable({ macAddress, site: recording.site, quality, seed: recording.id }, playback(recording));
  });
  const strongest = await runAndSum(ward, worn, { seed: options.set });
  for (const [index, { wearable }] of worn.entries()) {
    const { id, isFall } = recordings[index] as (typeof recordings)[number];
    say(`${isFall ? 'fall' : 'no fall'}  ${id.padEnd(40)} ${strongest.get(wearable) ?? 'not assessed'}`);
  }
}

function pickSeconds({ seconds }: { seconds?: number }): { seconds?: number } {
  return seconds === undefined ? {} : { seconds };
}

function* again(body: Body, motion: MotionName): Generator<Movement> {
  for (;;) yield createMovement(body, motion);
}

async function wardFor({ url, devices }: { url: string; devices: number }): Promise<Ward> {
  const wearers = Math.max(Math.min(devices, mostWearers), Math.ceil(devices / mostDevicesEach));
  say(`Making a caregiver and ${wearers} wearers at ${url}`);
  const connect = () => new Fallwatch({ baseUrl: url });
  return openWard({ run: runName(), wearers, connect, say }).catch((error: unknown) => {
    if (error instanceof FallwatchError && error.status === 0)
      throw new Error(`Nothing answers at ${url}. Start the service with \`npm start\`, or name another with --url.`);
    throw error;
  });
}

/** People and devices are new in each run; the seed determines what they do. */
function runName(): string {
  return Date.now().toString(36);
}

async function wornBy(
  ward: Ward,
  { url, paired = false }: Common,
  count: number,
  make: (macAddress: string, index: number) => Wearable,
): Promise<Simulated[]> {
  const stamp = Date.now();
  const worn: Simulated[] = [];
  for (let index = 0; index < count; index += 1) {
    const wearable = make(createMacAddress(stamp, index), index);
    const { macAddress } = wearable;
    const wearer = ward.wearers[index % ward.wearers.length] as Fallwatch;
    const random = createRandom(`${macAddress} link`);
    const link = paired
      ? new PairedLink({ url, random, credential: await pairDevice(wearer, { url, macAddress }, say) })
      : new Link(wearer, random);
    worn.push({ wearable, link });
  }
  return worn;
}

/** Locally administered (02), three bytes of the run, two of the device. */
export function createMacAddress(run: number, index: number): string {
  const value = 0x02_00_00_00_00_00 + (run % 0x1_00_00_00) * 0x1_00_00 + index;
  return value
    .toString(16)
    .toUpperCase()
    .padStart(12, '0')
    .replace(/(..)(?=.)/g, '$1:');
}

async function runAndSum(
  ward: Ward,
  devices: readonly Simulated[],
  { seconds, ...settings }: { seed: string; scenario?: (typeof scenarios)[ScenarioName]; seconds?: number },
): Promise<Map<Wearable, string>> {
  const stop = new AbortController();
  // Every device adds a listener.
  setMaxListeners(0, stop.signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  if (seconds !== undefined) setTimeout(() => stop.abort(), seconds * 1_000).unref();
  const watched = watch(process.stdout, stop.signal, devices);
  const strongest = new Map<Wearable, { level: string; confidence: number }>();
  await run({
    devices,
    signal: stop.signal,
    ...settings,
    onSent(device, sent) {
      watched.note(device, sent);
      if (!('assessed' in sent)) return;
      const { fallLevel: level, fallConfidence: confidence } = sent.assessed;
      const best = strongest.get(device.wearable);
      if (!best || confidence > best.confidence) strongest.set(device.wearable, { level, confidence });
    },
  });
  stop.abort();
  say(`\n${devices.length} devices: ${watched.tally}`);
  say(`Latency: ${watched.tally.latencyLine()}`);
  say(`Falls alerted: ${watched.falls.size}; open alerts of the caregiver: ${await openAlerts(ward)}`);
  return new Map(
    [...strongest].map(([wearable, { level, confidence }]) => [wearable, `${level} ${confidence.toFixed(2)}`]),
  );
}

async function openAlerts({ caregiver: { fallwatch } }: Ward): Promise<number | string> {
  const alerts = await fallwatch.get('/api/caregivers/alerts').catch((error: Error) => error.message);
  return typeof alerts === 'string' ? alerts : alerts.length;
}

function describeLogin({ caregiver: { email, password } }: Ward): string {
  return `${email}, ${password}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
