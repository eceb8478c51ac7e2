/**
 * `npm run bench`: the sensor stream beside the bare engine and a typical app, all alive at once, slices in turn.
 *   --check          hold the ratios against the goals, fail below; writes nothing
 *   --ci             the same in under a minute, with half of the goals
 *   --json           the figures on standard output
 *   --profile NAME   where the time of bare, typical, small or cluster goes
 */
import { parseArgs } from 'node:util';
import { judge, type Measured } from './goals.js';
import { loadInTurn, loadVariant } from './load.js';
import { profileVariant } from './profile.js';
import { jsonOf, type Report, type Settings, tablesOf, writeReport } from './report.js';
import {
  type Crowd,
  makeCrowd,
  sendReading,
  startBare,
  startFallwatch,
  startTypical,
  titles,
  type Variant,
  type VariantName,
} from './variants.js';
import { Workshop } from './workshop.js';

const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    ci: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    profile: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    devices: { type: 'string', default: '1000' },
    postgres: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/postgres' },
    redis: { type: 'string', default: 'redis://127.0.0.1:6379' },
  },
});

const connections = { busyConnections: 256, calmConnections: 4 };
const full: Settings = {
  ...connections,
  rounds: Number(options.rounds),
  calmRounds: Number(options.rounds),
  seconds: 2,
  devices: Number(options.devices),
  manyDevices: 100_000,
};
const short: Settings = { ...connections, rounds: 3, calmRounds: 2, seconds: 1, devices: 1_000, manyDevices: null };
/** Readings until every function is compiled and every token once verified, and how long that may take. */
const warmUp = { full: { readings: 20_000, slices: 10 }, short: { readings: 4_000, slices: 2 } };
const warmUpSeconds = 2;

async function measure(workshop: Workshop, settings: Settings): Promise<Measured> {
  const { busyConnections, calmConnections, rounds, calmRounds, seconds, devices, manyDevices } = settings;
  say('Starting the variants');
  const crowd = await makeCrowd(workshop, devices);
  const variants = await startAll(workshop, crowd);
  for (const variant of variants)
    await warm(workshop, variant, busyConnections, manyDevices === null ? warmUp.short : warmUp.full);
  const busy = await loadInTurn(workshop, variants, { connections: busyConnections, rounds, seconds });
  const calm = await loadInTurn(workshop, variants, { connections: calmConnections, rounds: calmRounds, seconds });
  const redisBytesPerDevice = await workshop.redisBytesPerDevice();
  const small = variants.find(({ name }) => name === 'small') as Variant;
  const growth = manyDevices === null ? null : await measureGrowth(workshop, small, settings, manyDevices);
  return { busy, calm, redisBytesPerDevice, growth };
}

async function startAll(workshop: Workshop, crowd: Crowd): Promise<Variant[]> {
  const [small, cluster, typical] = await Promise.all([
    startFallwatch(workshop, 'small', crowd, { withRedis: false }),
    startFallwatch(workshop, 'cluster', crowd, { withRedis: true }),
    startTypical(workshop, crowd),
  ]);
  const [wearer] = crowd.wearers;
  if (!wearer) throw new Error('--devices must be at least 1');
  const bare = await startBare(workshop, crowd, await sendReading(small, wearer));
  for (const variant of [bare, typical, cluster]) await sendReading(variant, wearer);
  return [bare, typical, small, cluster];
}

/** A second small server that knows many devices, in turn with the first. */
async function measureGrowth(workshop: Workshop, few: Variant, settings: Settings, count: number): Promise<number> {
  const { busyConnections: connections, rounds, seconds } = settings;
  say(`Growth: making ${count} devices`);
  const crowd = await makeCrowd(workshop, count);
  const many = await startFallwatch(workshop, 'many', crowd, { withRedis: false });
  // Until each of them has been heard once.
  await warm(workshop, many, connections, { readings: count, slices: 40 });
  const slices = await loadInTurn(workshop, [few, many], { connections, rounds, seconds });
  return rateOf(slices, 'many') / rateOf(slices, 'small');
}

async function warm(
  workshop: Workshop,
  variant: Variant,
  connections: number,
  { readings, slices }: { readings: number; slices: number },
): Promise<void> {
  let heard = 0;
  for (let slice = 0; heard < readings && slice < slices; slice += 1) {
    const { requestsPerSecond } = await loadVariant(workshop, variant, { connections, seconds: warmUpSeconds });
    heard += requestsPerSecond * warmUpSeconds;
  }
  say(`  ${variant.name} is warm after ${heard.toFixed(0)} readings`);
}

function rateOf(slices: Awaited<ReturnType<typeof loadInTurn>>, name: string): number {
  return slices.get(name)?.requestsPerSecond ?? Number.NaN;
}

async function compare(workshop: Workshop): Promise<void> {
  const settings = options.ci ? short : full;
  const measured = await measure(workshop, settings);
  const report: Report = { settings, measured, verdicts: judge(measured, options.ci ? 2 : 1) };
  process.stdout.write(`${options.json ? jsonOf(report) : tablesOf(report)}\n`);
  if (!options.check && !options.ci) {
    writeReport(report);
    return;
  }
  const missed = report.verdicts.filter(({ isMet }) => !isMet);
  for (const { about, sense, bound, figure } of missed)
    say(`Missed: ${about} must be ${sense} ${bound}, is ${figure?.toFixed(2)}`);
  if (missed.length > 0) process.exitCode = 1;
}

async function run(): Promise<void> {
  const { profile } = options;
  if (profile !== undefined && !(profile in titles))
    throw new Error(`--profile takes ${Object.keys(titles).join(', ')}`);
  const workshop = new Workshop({ postgres: options.postgres, redis: options.redis });
  try {
    if (profile === undefined) await compare(workshop);
    else process.stdout.write(`${await profileVariant(workshop, profile as VariantName, full.devices)}\n`);
  } finally {
    await workshop.close();
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

run().catch((error: Error) => {
  say(`The benchmark failed: ${error.message}`);
  process.exitCode = 1;
});
