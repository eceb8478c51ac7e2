/**
 * `npm run bench`: the sensor stream beside the bare engine and a typical app, all alive at once, slices in turn.
 *   --check          hold the ratios against the goals, fail below; writes nothing
 *   --ci             the same in a minute and a half, with looser bounds; rates and latencies are only reported
 *   --json           the figures on standard output
 *   --against DIR    this build beside another built checkout, in pairs of fresh processes
 *   --credentials    streaming with device credentials beside streaming with sessions, in one process
 *   --batches        CPU per reading with 10, 60 and 120 readings in a request, beside one
 *   --paced          each of --devices sends once a second, beside bare Fastify; with --against also the other build
 *   --mqtt           CPU per reading over MQTT, beside HTTP and bare Fastify
 *   --edge FILE      CPU per device and day in edge mode beside every second; FILE from evaluate:edge -- --requests
 *   --profile NAME   where the time of bare, typical, small or cluster goes
 */
import { compareBuilds } from './against.js';
import { compareBatches } from './batches.js';
import { compareCredentials } from './credentials.js';
import { compareEdge } from './edge.js';
import { describeMiss, judge, type Measured } from './goals.js';
import { loadInTurn, loadOpenly, loadVariant, type OpenLoop } from './load.js';
import { compareMqtt } from './mqtt.js';
import { common, full, options, short } from './options.js';
import { comparePaced } from './paced.js';
import { profileVariant } from './profile.js';
import { type Report, type Settings, toJson, toTables, writeReport } from './report.js';
import {
  addCrowd,
  type Crowd,
  makeCrowd,
  type Profile,
  sendReading,
  startBare,
  startFallwatch,
  startTypical,
  titles,
  type Variant,
  type VariantName,
} from './variants.js';
import { Workshop } from './workshop.js';
import { measureWriter } from './writer.js';

/**
 * Slices, not readings: the typical app would need minutes for as many readings, and its code is compiled long before.
 */
const warmUp = { slices: 3, seconds: 2 };
/** Long enough that every device's window is as full as it is at one reading a second. */
const pacedSeconds = 15;
const profiles: readonly Profile[] = ['small', 'cluster'];
/** Every variant answered a reading, but not the load: refused, broken or late. Nothing can be compared. */
class Disturbed extends Error {}

async function measure(workshop: Workshop, settings: Settings): Promise<Measured> {
  say('Starting the variants');
  const crowd = await makeCrowd(workshop, settings.devices);
  const variants = await startAll(workshop, crowd);
  try {
    return await measureStarted(workshop, variants, settings);
  } catch (error) {
    workshop.throwIfInterrupted();
    throw new Disturbed((error as Error).message);
  }
}

async function measureStarted(workshop: Workshop, variants: readonly Variant[], settings: Settings): Promise<Measured> {
  const { busyConnections, calmConnections, rounds, calmRounds, seconds } = settings;
  for (const variant of variants)
    await warm(workshop, variant, busyConnections, { ...warmUp, readings: settings.warmUpReadings });
  const busy = await loadInTurn(workshop, variants, { connections: busyConnections, rounds, seconds });
  const calm = await loadInTurn(workshop, variants, { connections: calmConnections, rounds: calmRounds, seconds });
  const ours = variants.filter(({ name }) => profiles.some((profile) => profile === name));
  const open = await measureOpenly(workshop, ours, busy, settings);
  const redisBytesPerDevice = await measureRedis(workshop, ours, settings);
  const growth =
    settings.manyDevices === null ? null : await measureGrowth(workshop, ours, settings, settings.manyDevices);
  await Promise.all(variants.map(({ served }) => served.stop()));
  say('The recorder over a backlog, beside bare COPY');
  const writer = await measureWriter(workshop, { rows: settings.writerRows, rounds: settings.writerRounds });
  return { busy, calm, open, writer, redisBytesPerDevice, growth };
}

async function startAll(workshop: Workshop, crowd: Crowd): Promise<Variant[]> {
  const [small, cluster, typical] = await Promise.all([
    startFallwatch(workshop, 'small', crowd, { profile: 'small' }),
    startFallwatch(workshop, 'cluster', crowd, { profile: 'cluster' }),
    startTypical(workshop, crowd),
  ]);
  const [wearer] = crowd.wearers;
  if (!wearer) throw new Error('--devices must be at least 1');
  const bare = await startBare(workshop, crowd, await sendReading(small, wearer));
  for (const variant of [bare, typical, cluster]) await sendReading(variant, wearer);
  return [bare, typical, small, cluster];
}

/** At half of each variant's maximum rate: the latency when there is spare capacity. */
async function measureOpenly(
  workshop: Workshop,
  variants: readonly Variant[],
  busy: Measured['busy'],
  { openSeconds: seconds }: Settings,
): Promise<Map<string, OpenLoop>> {
  const open = new Map<string, OpenLoop>();
  for (const variant of variants) {
    const perSecond = Math.round(computeRate(busy, variant.name) / 2);
    say(`Constant arrivals: ${variant.name} at ${perSecond} readings/s`);
    open.set(variant.name, await loadOpenly(workshop, variant, { perSecond, seconds }));
  }
  return open;
}

/** After some time at one reading a second per device; the short run uses the windows that the load left. */
async function measureRedis(workshop: Workshop, variants: readonly Variant[], settings: Settings): Promise<number> {
  const cluster = variants.find(({ name }) => name === 'cluster') as Variant;
  if (settings.manyDevices !== null)
    await loadOpenly(workshop, cluster, { perSecond: cluster.devices, seconds: pacedSeconds });
  return workshop.redisBytesPerDevice('cluster');
}

/** Many known devices beside few in the same processes: two processes of the same code differ by a fifth. */
async function measureGrowth(
  workshop: Workshop,
  few: readonly Variant[],
  settings: Settings,
  count: number,
): Promise<Record<Profile, number>> {
  const { busyConnections, rounds, seconds, devices } = settings;
  say(`Growth: making ${count} devices`);
  const crowd = await makeCrowd(workshop, count, devices);
  const many: Variant[] = [];
  for (const server of few) {
    const variant = await addCrowd(workshop, server, `many_${server.name}`, crowd);
    // Until each device has sent one reading.
    await warm(workshop, variant, busyConnections, { readings: count, slices: 40, seconds: 2 });
    many.push(variant);
  }
  const slices = await loadInTurn(workshop, [...few, ...many], { connections: busyConnections, rounds, seconds });
  const ratio = (profile: Profile): number => computeRate(slices, `many_${profile}`) / computeRate(slices, profile);
  return { small: ratio('small'), cluster: ratio('cluster') };
}

async function warm(
  workshop: Workshop,
  variant: Variant,
  connections: number,
  { readings, slices, seconds }: { readings: number; slices: number; seconds: number },
): Promise<void> {
  let heard = 0;
  for (let slice = 0; heard < readings && slice < slices; slice += 1) {
    const { requestsPerSecond } = await loadVariant(workshop, variant, { connections, seconds });
    heard += requestsPerSecond * seconds;
  }
  say(`  ${variant.name} is warm after ${heard.toFixed(0)} readings`);
}

function computeRate(slices: Measured['busy'], name: string): number {
  return slices.get(name)?.requestsPerSecond ?? Number.NaN;
}

async function compare(workshop: Workshop): Promise<string> {
  const settings = options.ci ? short : full;
  const measured = await measure(workshop, settings);
  const report: Report = { settings, measured, verdicts: judge(measured, options.ci) };
  const text = options.json ? toJson(report) : toTables(report);
  if (!options.check && !options.ci) writeReport(report);
  else failIfMissed(report);
  return text;
}

function failIfMissed({ verdicts }: Report): void {
  const missed = verdicts.filter(({ state }) => state === 'missed');
  for (const verdict of missed) say(describeMiss(verdict));
  if (missed.some(({ decides }) => decides)) process.exitCode = 1;
}

async function run(): Promise<void> {
  const workshop = new Workshop(options, common.nodeOptions);
  try {
    process.stdout.write(`${await runChosen(workshop)}\n`);
  } finally {
    await workshop.close();
  }
}

function runChosen(workshop: Workshop): Promise<string> {
  const { profile, against, credentials, edge, batches, mqtt, paced, pairs } = options;
  const connections = full.busyConnections;
  if (credentials) return compareCredentials(workshop, { ...full, connections });
  if (paced) return comparePaced(workshop, { ...full, against });
  if (against) return compareBuilds(workshop, against, { connections, devices: full.devices, pairs: Number(pairs) });
  if (edge) return compareEdge(workshop, edge);
  if (mqtt) return compareMqtt(workshop, { ...full, connections });
  if (batches) return compareBatches(workshop, full);
  if (profile === undefined) return compare(workshop);
  if (!(profile in titles)) throw new Error(`--profile takes ${Object.keys(titles).join(', ')}`);
  return profileVariant(workshop, profile as VariantName, full.devices);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Exit codes: 75 if nothing could be compared, 1 for everything else. */
run().catch((error: Error) => {
  say(`The benchmark failed: ${error.message}`);
  process.exitCode = error instanceof Disturbed ? 75 : 1;
});
