/** CPU per reading with several readings in a request, beside one reading in a request. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadInTurn, loadVariant, type Slice } from './load.js';
import { type Crowd, makeCrowd, startFallwatch, type Variant } from './variants.js';
import type { Workshop } from './workshop.js';

/** Readings in a request, and the largest part of the CPU time of a single reading that each may take. */
const goals = new Map([
  [10, 0.35],
  [60, 0.25],
  [120, 0.25],
]);
const sizes = [1, ...goals.keys()];
/** Few enough that no upload is refused in favour of the stream. */
const connections = 32;
const warmUpSlices = 4;

/** Each size has its own devices, all on one process: slices in turn, so that only the size differs. */
export async function compareBatches(
  workshop: Workshop,
  { devices, rounds, seconds }: { devices: number; rounds: number; seconds: number },
): Promise<string> {
  const crowd = await makeCrowd(workshop, devices * sizes.length);
  const lines: string[] = [];
  for (const profile of ['small', 'cluster'] as const) {
    const server = await startFallwatch(workshop, profile, crowd, { profile });
    const variants = sizes.map((size, index) => withSize(workshop, server, crowd, size, index * devices, devices));
    for (const variant of variants)
      for (let slice = 0; slice < warmUpSlices; slice += 1)
        await loadVariant(workshop, variant, { connections, seconds });
    const slices = await loadInTurn(workshop, variants, { connections, rounds, seconds });
    await Promise.all([server.served, ...server.helpers].map((process) => process.stop()));
    lines.push(
      ...variants.map(({ name, readingsPerRequest = 1 }) => toLine(slices, variants, name, readingsPerRequest)),
    );
  }
  return lines.join('\n');
}

function withSize(
  { folder }: Workshop,
  server: Variant,
  { wearers }: Crowd,
  size: number,
  first: number,
  devices: number,
): Variant {
  const deviceFile = join(folder, `devices-of-${size}`);
  const own = wearers.slice(first, first + devices);
  writeFileSync(deviceFile, own.map(({ token, macAddress }) => `${token} ${macAddress}\n`).join(''));
  const variant = { ...server, name: `${server.name}, ${size} in a request`, deviceFile, devices };
  return size === 1 ? variant : { ...variant, readingsPerRequest: size };
}

function toLine(slices: ReadonlyMap<string, Slice>, [single]: readonly Variant[], name: string, size: number): string {
  const [one, own] = [slices.get(single?.name ?? ''), slices.get(name)];
  if (!one || !own) throw new Error('a size was not measured');
  const [node, all] = [own.nodeUs / one.nodeUs, (own.nodeUs + own.othersUs) / (one.nodeUs + one.othersUs)];
  const goal = goals.get(size);
  const judged = goal === undefined ? '' : `, at most ${goal}: ${node <= goal ? 'met' : 'missed'}`;
  const rate = (own.requestsPerSecond * size).toFixed(0);
  return (
    `${name}: ${rate} readings/s, node ${own.nodeUs.toFixed(1)} µs per reading (${node.toFixed(2)} of one${judged}), ` +
    `with all servers ${(own.nodeUs + own.othersUs).toFixed(1)} µs (${all.toFixed(2)})`
  );
}
