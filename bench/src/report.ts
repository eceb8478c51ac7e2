import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Measured, Verdict } from './goals.js';
import type { OpenLoop, Slice } from './load.js';
import { titles, type VariantName } from './variants.js';

export interface Settings {
  readonly nodeOptions: string;
  readonly warmUpReadings: number;
  readonly rounds: number;
  readonly calmRounds: number;
  readonly seconds: number;
  readonly busyConnections: number;
  readonly calmConnections: number;
  readonly devices: number;
  /** Null: growth is not measured. */
  readonly manyDevices: number | null;
  readonly openSeconds: number;
  readonly writerRows: number;
  readonly writerRounds: number;
}

export interface Report {
  readonly settings: Settings;
  readonly measured: Measured;
  readonly verdicts: readonly Verdict[];
}

const page = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
const chart = fileURLToPath(new URL('../../docs/performance/ratio.svg', import.meta.url));
const [begin, end] = ['<!-- bench: written by npm run bench, from here -->', '<!-- bench: to here -->'];

/** Load average before the run: other work on the machine. */
const loadBefore = (loadavg()[0] as number).toFixed(1);

/** No host name and no path: only the number of cores and the other load matter. */
function machine({ nodeOptions }: Settings): string {
  const cores = availableParallelism();
  const options = nodeOptions ? ` with ${nodeOptions}` : '';
  return `${cores} cores, Node ${process.versions.node}${options}, load average ${loadBefore} before the run began`;
}

/** What a reader of the documentation wants to know. */
function toTable({ settings, measured }: Report): string {
  const { rounds, seconds, busyConnections, calmConnections, devices } = settings;
  const bare = measured.busy.get('bare') as Slice;
  const calmBare = measured.calm.get('bare') as Slice;
  const rows = (Object.keys(titles) as VariantName[]).map((name) => {
    const busy = measured.busy.get(name) as Slice;
    const calm = measured.calm.get(name) as Slice;
    const ratio = (busy.requestsPerSecond / bare.requestsPerSecond).toFixed(2);
    const cells = [
      titles[name],
      `**${ratio}**`,
      busy.requestsPerSecond.toFixed(0),
      busy.nodeUs.toFixed(0),
      (busy.nodeUs / bare.nodeUs).toFixed(2),
      busy.othersUs.toFixed(0),
      (calm.p50Us / 1_000).toFixed(2),
      (calm.p50Us / calmBare.p50Us).toFixed(1),
      openCell(measured.open.get(name)),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `\`npm run bench\` on ${machine(settings)}: medians of ${rounds} interleaved slices of ${seconds} s, ` +
      `${devices} devices, ${busyConnections} connections, p50 with ${calmConnections}.`,
    '',
    `| variant | ratio to bare | readings/s | node µs | vs bare | others µs | p50 ms | vs bare | open loop, p50 / p99 ms |`,
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    [...growthLines(measured, settings), writerLine(measured)].join(' '),
  ].join('\n');
}

/** With the goals, for whoever works on them. */
export function toTables(report: Report): string {
  const goalRows = report.verdicts.map(({ about, sense, bound, figure, state }) => {
    const shown = state === 'missed' ? '**missed**' : state;
    return `| ${about} | ${sense} ${short(bound)} | ${figure === null ? '' : short(figure)} | ${shown} |`;
  });
  return [toTable(report), '', '| goal | bound | measured | |', '|---|---|---|---|', ...goalRows].join('\n');
}

/** Constant arrivals: latency and rate. */
function openCell(open: OpenLoop | undefined): string {
  if (!open) return '';
  return `${(open.p50Us / 1_000).toFixed(1)} / ${(open.p99Us / 1_000).toFixed(1)} at ${open.perSecond}/s`;
}

function growthLines({ growth }: Measured, { devices, manyDevices }: Settings): string[] {
  if (!growth) return [];
  return [
    `With ${manyDevices} devices the same processes handle ${short(growth.small)} (small) and ${short(growth.cluster)} ` +
      `(cluster) of the readings with ${devices}.`,
  ];
}

function writerLine({ writer }: Measured): string {
  const { rows, recorderPerSecond, copyPerSecond } = writer;
  return (
    `The recorder moves ${Math.round(recorderPerSecond)} rows a second from a backlog of ${rows} into PostgreSQL; ` +
    `bare binary COPY of the same rows ${Math.round(copyPerSecond)}.`
  );
}

function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toFixed(2)));
}

/** Writes to docs/performance.md, between its markers, and the chart. */
export function writeReport(report: Report): void {
  const text = readFileSync(page, 'utf8');
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error('docs/performance.md lacks the markers of the benchmark');
  const chartLine = '![Readings a second relative to bare Fastify](performance/ratio.svg)';
  const written = `${begin}\n${toTable(report)}\n\n${chartLine}\n`;
  writeFileSync(page, text.slice(0, before) + written + text.slice(after));
  mkdirSync(new URL('.', `file://${chart}`), { recursive: true });
  writeFileSync(chart, drawChart(report));
}

const layout = { width: 760, rowHeight: 44, barLeft: 20, barWidth: 660 };

function drawChart({ measured, settings }: Report): string {
  const names = Object.keys(titles) as VariantName[];
  const rate = (name: string): number => (measured.busy.get(name) as Slice).requestsPerSecond;
  const largest = Math.max(...names.map(rate));
  const bars = names.map((name, row) => {
    const y = 44 + row * layout.rowHeight;
    const width = Math.max(1, (rate(name) / largest) * layout.barWidth);
    const ratio = (rate(name) / rate('bare')).toFixed(2);
    return [
      `  <text x="${layout.barLeft}" y="${y}">${titles[name]}</text>`,
      `  <rect x="${layout.barLeft}" y="${y + 6}" width="${width.toFixed(1)}" height="16" fill="${colours[name]}"/>`,
      `  <text x="${(layout.barLeft + width + 6).toFixed(1)}" y="${y + 19}">${ratio}</text>`,
    ].join('\n');
  });
  const height = 40 + names.length * layout.rowHeight;
  const title = `Readings a second relative to bare Fastify, ${settings.busyConnections} connections`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${layout.width} ${height}" role="img" aria-label="${title}" font-family="sans-serif" font-size="13">
  <rect width="${layout.width}" height="${height}" fill="#ffffff"/>
  <text x="${layout.barLeft}" y="20" font-weight="bold">${title}</text>
${bars.join('\n')}
</svg>
`;
}

const colours: Record<VariantName, string> = {
  bare: '#8a8f98',
  typical: '#b45309',
  small: '#1d6fb8',
  cluster: '#0f766e',
};

export function toJson({ settings, measured, verdicts }: Report): string {
  const plain = {
    machine: machine(settings),
    settings,
    busy: Object.fromEntries(measured.busy),
    calm: Object.fromEntries(measured.calm),
    open: Object.fromEntries(measured.open),
    writer: measured.writer,
    growth: measured.growth,
    redisBytesPerDevice: measured.redisBytesPerDevice,
    goals: verdicts,
  };
  return JSON.stringify(plain, null, 2);
}
