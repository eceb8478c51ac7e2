/**
 * Compares edge mode with a reading every second: falls found, false alarms, requests and bytes.
 * `npm run evaluate:edge`, `-- --check` fails outside the limits.
 */
import { assessSent, joinSignals, restBeside, type Sent, selectEdge, toReadings } from './edgeStreams.js';
import { countAlarms } from './metrics.js';
import { createRandom, hashText } from './random.js';
import { dataDir, progress, seed } from './settings.js';
import { readTrials, type Trial } from './trials.js';

type Set = { readonly name: string; readonly dataset: string; readonly takes: (trial: Trial) => boolean };

const atSite = (site: string) => (trial: Trial) => trial.site === site;
const all = () => true;

/** The sets with falls, and the daily life of the test sets. */
const compared: readonly Set[] = [
  { name: 'SisFall, waist', dataset: 'sisfall', takes: all },
  { name: 'WEDA-FALL, wrist', dataset: 'weda-fall', takes: all },
  { name: 'UMAFall, waist', dataset: 'umafall', takes: atSite('waist') },
  { name: 'UMAFall, wrist', dataset: 'umafall', takes: atSite('wrist') },
  { name: 'MobiAct, pocket', dataset: 'mobiact', takes: all },
  { name: 'Kiel, waist', dataset: 'kiel', takes: atSite('waist') },
  { name: 'Kiel, forearms', dataset: 'kiel', takes: atSite('wrist') },
  { name: 'UTD-MHAD gestures', dataset: 'utd-mhad', takes: all },
  { name: 'SP/SW HAR, up and go', dataset: 'spsw-har', takes: all },
  { name: 'SPAR, shoulder exercises', dataset: 'spar', takes: all },
  { name: 'Pixel Watch, real wear', dataset: 'pixel-watch', takes: all },
  { name: 'DSADS, sports', dataset: 'dsads', takes: ({ id }) => id.endsWith('/R') },
];

/** Long enough for the device to be quiet before a trial, and for an event to end after it. */
const restBeforeS = 90;
const restAfterS = 30;
/** POTENTIAL: an alert. */
const alertAbove = 0.5 + 1e-6;
/** A POST with its credential over HTTP/1.1, without TLS: request line and six headers. */
const headBytes = 300;
const pointsAllowed = 0.5;
const factorWanted = 30;

type Counts = { falls: number; found: number; others: number; alarmed: number; alarms: number };
type Traffic = { seconds: number; requests: number; bytes: number };

const noCounts = (): Counts => ({ falls: 0, found: 0, others: 0, alarmed: 0, alarms: 0 });
const noTraffic = (): Traffic => ({ seconds: 0, requests: 0, bytes: 0 });

function toSite({ site }: Trial): 'waist' | 'wrist' | undefined {
  return site === 'thigh' ? undefined : site;
}

function count(counts: Counts, trial: Trial, confidences: ReadonlyMap<number, number>, seconds: number): void {
  const perSecond = Array.from({ length: seconds }, (_, i) => confidences.get((i + 1) * 1_000) ?? 0);
  const alarms = countAlarms(perSecond, alertAbove);
  if (trial.fall) {
    counts.falls += 1;
    if (alarms > 0) counts.found += 1;
  } else {
    counts.others += 1;
    if (alarms > 0) counts.alarmed += 1;
    counts.alarms += alarms;
  }
}

function addTraffic(traffic: Traffic, requests: readonly (readonly Sent[])[], seconds: number): void {
  traffic.seconds += seconds;
  traffic.requests += requests.length;
  for (const request of requests) traffic.bytes += headBytes + Buffer.byteLength(JSON.stringify(toBody(request)));
}

/** A batch says how old each reading is. */
function toBody(request: readonly Sent[]): unknown {
  const [only] = request;
  return request.length === 1 ? only : { readings: request.map((one) => ({ ...one, age_ms: 10_000, boot_id: 4e9 })) };
}

function measure({ name, dataset, takes }: Set) {
  const [every, edge] = [noCounts(), noCounts()];
  const [everyTraffic, edgeTraffic] = [noTraffic(), noTraffic()];
  let joined: { subject: string; parts: Trial['signals'][]; site: 'waist' | 'wrist' | undefined } | undefined;
  const addLife = () => {
    if (!joined) return;
    const readings = toReadings(joinSignals(joined.parts), 0, joined.site);
    addTraffic(
      everyTraffic,
      readings.map((reading) => [reading]),
      readings.length,
    );
    addTraffic(edgeTraffic, selectEdge(readings), readings.length);
  };
  for (const trial of readTrials(dataDir, dataset)) {
    if (!takes(trial)) continue;
    compareTrial(trial, every, edge);
    if (trial.fall) continue;
    const key = `${trial.subject} ${trial.site}`;
    if (joined?.subject !== key) {
      addLife();
      joined = { subject: key, parts: [], site: toSite(trial) };
    }
    joined.parts.push(trial.signals);
  }
  addLife();
  return { name, every, edge, everyTraffic, edgeTraffic };
}

function compareTrial(trial: Trial, every: Counts, edge: Counts): void {
  const { signals } = trial;
  const offset = 2 * Math.floor(createRandom(seed ^ hashText(trial.id))() * 25);
  const life = joinSignals([
    restBeside(signals, 'start', restBeforeS),
    signals,
    restBeside(signals, 'end', restAfterS),
  ]);
  const readings = toReadings(life, offset, toSite(trial));
  const endMs = readings.length * 1_000;
  count(every, trial, assessSent(readings, endMs), readings.length);
  count(edge, trial, assessSent(selectEdge(readings).flat(), endMs), readings.length);
}

const percent = (part: number, whole: number) => (whole === 0 ? Number.NaN : (100 * part) / whole);
const shown = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(1));
const perDay = (value: number, { seconds }: Traffic) => (value * 86_400) / seconds;

function main(): void {
  const measured = compared.map((set) => {
    progress(set.name);
    return measure(set);
  });
  const lines = [
    '| recordings | falls found, every second | edge | days with an alert without a fall, every second | edge |',
  ];
  lines.splice(
    0,
    1,
    '| recordings | falls | found, every second | found, edge | other trials | alert, every second | alert, edge |',
    '|---|---|---|---|---|---|---|',
  );
  const differences: number[] = [];
  for (const { name, every, edge } of measured) {
    const found = [percent(every.found, every.falls), percent(edge.found, edge.falls)] as const;
    const alarmed = [percent(every.alarmed, every.others), percent(edge.alarmed, edge.others)] as const;
    for (const [one, other] of [found, alarmed]) if (!Number.isNaN(one)) differences.push(Math.abs(one - other));
    lines.push(
      `| ${name} | ${every.falls} | ${shown(found[0])} % | ${shown(found[1])} % | ${every.others} | ${shown(alarmed[0])} % | ${shown(alarmed[1])} % |`,
    );
  }
  lines.push(
    '',
    '| a day of | requests, every second | edge | factor | MB, every second | edge | factor |',
    '|---|---|---|---|---|---|---|',
  );
  for (const { name, everyTraffic, edgeTraffic } of measured) {
    const [requests, fewer] = [perDay(everyTraffic.requests, everyTraffic), perDay(edgeTraffic.requests, edgeTraffic)];
    const [bytes, less] = [perDay(everyTraffic.bytes, everyTraffic), perDay(edgeTraffic.bytes, edgeTraffic)];
    lines.push(
      `| ${name} | ${requests.toFixed(0)} | ${fewer.toFixed(0)} | ${(requests / fewer).toFixed(1)} | ${(bytes / 1e6).toFixed(1)} | ${(less / 1e6).toFixed(2)} | ${(bytes / less).toFixed(1)} |`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  const worst = Math.max(...differences);
  const wear = measured.find(({ name }) => name.startsWith('Pixel'));
  const factor = wear ? wear.everyTraffic.requests / wear.edgeTraffic.requests : Number.NaN;
  progress(
    `largest difference: ${worst.toFixed(2)} points (≤ ${pointsAllowed}); real wear: ${factor.toFixed(1)} times fewer requests (≥ ${factorWanted})`,
  );
  if (process.argv.includes('--check') && !(worst <= pointsAllowed && factor >= factorWanted)) process.exitCode = 1;
}

main();
