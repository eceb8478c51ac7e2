import { loadInTurn, loadVariant, median } from './load.js';
import { makeCrowd, type Profile, startFallwatch, type Variant } from './variants.js';
import type { Workshop } from './workshop.js';

interface Options {
  readonly connections: number;
  readonly devices: number;
  /** Two processes of the same code can differ by a fifth: each pair starts both builds anew. */
  readonly pairs: number;
}

const seconds = 2;
const warmUpSlices = 4;
const rounds = 5;

interface Ratios {
  readonly rate: number;
  readonly nodeTime: number;
}

/**
 * Compares this build (`new`) with the one in another checkout (`old`), each on its own databases, in alternating
 * slices. Reports per profile the ratio new / old of every pair of processes, and the median.
 */
export async function compareBuilds(workshop: Workshop, old: string, options: Options): Promise<string> {
  const lines: string[] = [];
  for (const profile of ['small', 'cluster'] as const) {
    const ratios: Ratios[] = [];
    for (let pair = 1; pair <= options.pairs; pair += 1) {
      const measured = await comparePair(workshop, old, profile, pair, options);
      process.stderr.write(`  ${profile}, pair ${pair} of ${options.pairs}: ${toText(measured)}\n`);
      ratios.push(measured);
    }
    const middle = {
      rate: median(ratios.map(({ rate }) => rate)),
      nodeTime: median(ratios.map((one) => one.nodeTime)),
    };
    lines.push(`${profile}: ${toText(middle)} (medians of ${ratios.length} pairs of processes)`);
  }
  return lines.join('\n');
}

async function comparePair(
  workshop: Workshop,
  old: string,
  profile: Profile,
  pair: number,
  { connections, devices }: Options,
): Promise<Ratios> {
  const crowd = await makeCrowd(workshop, devices);
  const start = (name: string, checkout?: string): Promise<Variant> =>
    startFallwatch(workshop, `${name}_${profile}_${pair}`, crowd, { profile, checkout });
  // Alternate which build starts first.
  const isOldFirst = pair % 2 === 0;
  const first = await (isOldFirst ? start('old', old) : start('new'));
  const second = await (isOldFirst ? start('new') : start('old', old));
  const variants = [first, second];
  for (const variant of variants)
    for (let slice = 0; slice < warmUpSlices; slice += 1)
      await loadVariant(workshop, variant, { connections, seconds });
  const slices = await loadInTurn(workshop, variants, { connections, rounds, seconds });
  await Promise.all(variants.flatMap(({ served, helpers }) => [served, ...helpers]).map((process) => process.stop()));
  const ofNew = slices.get((isOldFirst ? second : first).name);
  const ofOld = slices.get((isOldFirst ? first : second).name);
  if (!ofNew || !ofOld) throw new Error('a build was not measured');
  return { rate: ofNew.requestsPerSecond / ofOld.requestsPerSecond, nodeTime: ofNew.nodeUs / ofOld.nodeUs };
}

function toText({ rate, nodeTime }: Ratios): string {
  return `readings/s ${rate.toFixed(3)} of the other build, node CPU per reading ${nodeTime.toFixed(3)}`;
}
