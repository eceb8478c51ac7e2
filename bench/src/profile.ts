/** Profiles one variant: a CPU profile under load, by function and by package. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadVariant } from './load.js';
import {
  type Crowd,
  makeCrowd,
  sendReading,
  startBare,
  startFallwatch,
  startTypical,
  type Variant,
  type VariantName,
} from './variants.js';
import type { Workshop } from './workshop.js';

const warmUpSeconds = 4;
const seconds = 10;
const connections = 256;
const topCount = 25;

/** The part of V8's file format that is used here. */
interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly children?: readonly number[];
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export async function profileVariant(workshop: Workshop, name: VariantName, devices: number): Promise<string> {
  const crowd = await makeCrowd(workshop, devices);
  const variant = await startProfiled(workshop, name, crowd);
  const [wearer] = crowd.wearers;
  if (wearer) await sendReading(variant, wearer);
  await loadVariant(workshop, variant, { connections, seconds: warmUpSeconds });
  const slice = await loadVariant(workshop, variant, { connections, seconds });
  await variant.served.stop();
  const file = readdirSync(workshop.folder).find((entry) => entry.endsWith('.cpuprofile'));
  if (!file) throw new Error('node left no profile');
  const profile: CpuProfile = JSON.parse(readFileSync(join(workshop.folder, file), 'utf8'));
  const head = `${name}: ${slice.requestsPerSecond.toFixed(0)} readings/s under the profiler, ${slice.nodeUs.toFixed(0)} µs of node, ${slice.othersUs.toFixed(0)} µs of others`;
  return [head, ...toLines(profile, slice.requestsPerSecond * seconds)].join('\n');
}

async function startProfiled(workshop: Workshop, name: VariantName, crowd: Crowd): Promise<Variant> {
  const options = ['--cpu-prof', '--cpu-prof-interval', '500', '--cpu-prof-dir', workshop.folder];
  if (name === 'typical') return startTypical(workshop, crowd, options);
  if (name === 'small' || name === 'cluster') return startFallwatch(workshop, name, crowd, { profile: name, options });
  const teacher = await startFallwatch(workshop, 'small', crowd, { profile: 'small' });
  const [wearer] = crowd.wearers;
  const answer = wearer && (await sendReading(teacher, wearer));
  await teacher.served.stop();
  return startBare(workshop, crowd, answer, options);
}

function toLines(profile: CpuProfile, requests: number): string[] {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byFunction = new Map<string, number>();
  const byPackage = new Map<string, number>();
  const byCaller = new Map<string, number>();
  const callersByNode = callersIn(profile);
  let busyUs = 0;
  for (const [id, us] of underLoad(profile)) {
    const frame = frames.get(id);
    if (!frame || frame.functionName === '(idle)') continue;
    busyUs += us;
    add(byFunction, toLabel(frame), us);
    add(byPackage, parsePlace(frame.url).owner, us);
    for (const label of callersByNode(id)) add(byCaller, label, us);
  }
  const show = ([label, us]: [string, number]): string =>
    `${((us / busyUs) * 100).toFixed(1).padStart(5)} % ${(us / requests).toFixed(2).padStart(7)} µs  ${label}`;
  return [
    `Busy for ${(busyUs / 1e6).toFixed(1)} of ${seconds} s. Self time, share and µs per reading:`,
    ...largest(byFunction).slice(0, topCount).map(show),
    'By package:',
    ...largest(byPackage).slice(0, topCount).map(show),
    'By caller, with everything it calls:',
    ...largest(byCaller)
      .slice(0, 2 * topCount)
      .map(show),
  ];
}

/** Sample → the functions on its stack, each once, without Node's own. */
function callersIn({ nodes }: CpuProfile): (id: number) => ReadonlySet<string> {
  const stacks = new Map<number, ReadonlySet<string>>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visit = (id: number, above: ReadonlySet<string>): void => {
    const node = byId.get(id);
    if (!node) return;
    const isOurs = node.callFrame.url.startsWith('file:');
    const stack = isOurs ? new Set(above).add(toLabel(node.callFrame)) : above;
    stacks.set(id, stack);
    for (const child of node.children ?? []) visit(child, stack);
  };
  // The first node is the root.
  if (nodes[0]) visit(nodes[0].id, new Set());
  return (id) => stacks.get(id) ?? new Set();
}

function toLabel({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const { place } = parsePlace(url);
  return `${functionName || '(anonymous)'}  ${place ? `${place}:${lineNumber + 1}` : ''}`;
}

/** The samples of the last load, which ended just before the process did; start and warm-up come before it. */
function* underLoad({ samples, timeDeltas }: CpuProfile): Generator<[number, number]> {
  const totalUs = timeDeltas.reduce((sum, us) => sum + us, 0);
  let atUs = 0;
  for (const [index, id] of samples.entries()) {
    const us = timeDeltas[index + 1] ?? 0;
    atUs += us;
    if (atUs > totalUs - (seconds + 1) * 1e6) yield [id, us];
  }
}

/** The package that a file belongs to, and its path within the package. */
function parsePlace(url: string): { place: string; owner: string } {
  if (url === '') return { place: '', owner: '(engine and garbage collection)' };
  if (url.startsWith('node:')) return { place: url, owner: 'node' };
  const dependency = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(url);
  if (dependency) return { place: `${dependency[1]}/${dependency[2]}`, owner: String(dependency[1]) };
  const own = /\/((?:packages\/[^/]+|bench))\/(?:dist|src)\/(.*)$/.exec(url);
  return own ? { place: `${own[1]}/${own[2]}`, owner: String(own[1]) } : { place: url, owner: 'compiled at run time' };
}

function add(sums: Map<string, number>, key: string, us: number): void {
  sums.set(key, (sums.get(key) ?? 0) + us);
}

function largest(sums: ReadonlyMap<string, number>): [string, number][] {
  return [...sums].sort(([, a], [, b]) => b - a);
}
