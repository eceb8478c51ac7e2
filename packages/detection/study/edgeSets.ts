import { edgeMode } from '@fallwatch/device/edge';
import type { BodySite } from '../src/reading.js';
import { assessSent, joinSignals, restBeside, type Sent, selectEdge, toReadings } from './edgeStreams.js';
import { countAlarms } from './metrics.js';
import { createRandom, hashText } from './random.js';
import { dataDir, seed } from './settings.js';
import { readTrials, type Trial } from './trials.js';

type ComparedSet = { readonly name: string; readonly dataset: string; readonly takes: (trial: Trial) => boolean };

const atSite = (site: string) => (trial: Trial) => trial.site === site;
const all = () => true;

/** The sets with falls, and the daily life of the test sets. */
export const comparedSets: readonly ComparedSet[] = [
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

type Counts = { falls: number; found: number; others: number; alarmed: number };
export type Traffic = { seconds: number; requests: number; bytes: number };
export type Measured = {
  readonly name: string;
  readonly every: Counts;
  readonly edge: Counts;
  readonly everyTraffic: Traffic;
  readonly edgeTraffic: Traffic;
};

const noCounts = (): Counts => ({ falls: 0, found: 0, others: 0, alarmed: 0 });
const noTraffic = (): Traffic => ({ seconds: 0, requests: 0, bytes: 0 });

export function measureSet({ name, dataset, takes }: ComparedSet): Measured {
  const measured: Measured = {
    name,
    every: noCounts(),
    edge: noCounts(),
    everyTraffic: noTraffic(),
    edgeTraffic: noTraffic(),
  };
  // One device lives through all trials without a fall, one after the other: more changes of activity than in a day.
  const mode = edgeMode();
  for (const trial of readTrials(dataDir, dataset)) {
    if (!takes(trial)) continue;
    compareTrial(trial, measured);
    if (trial.fall) continue;
    const readings = toReadings(trial.signals, 0, toSite(trial), measured.everyTraffic.seconds * 1_000);
    addTraffic(measured.edgeTraffic, selectEdge(readings, mode), readings.length);
    addTraffic(
      measured.everyTraffic,
      readings.map((reading) => [reading]),
      readings.length,
    );
  }
  return measured;
}

/** The request bodies of a device that is worn through all trials, in both modes. */
export function listBodies({ name, dataset, takes }: ComparedSet) {
  const mode = edgeMode();
  const [every, edge]: [unknown[], unknown[]] = [[], []];
  for (const trial of readTrials(dataDir, dataset)) {
    if (!takes(trial) || trial.fall) continue;
    const readings = toReadings(trial.signals, 0, toSite(trial), every.length * 1_000);
    every.push(...readings);
    edge.push(...selectEdge(readings, mode).map(toBody));
  }
  return { name, seconds: every.length, every, edge };
}

function toSite({ site }: Trial): BodySite | undefined {
  return site === 'thigh' ? undefined : site;
}

/** The trial between two times of rest, so that the device is quiet when it begins. */
function compareTrial(trial: Trial, { every, edge }: Measured): void {
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

function count(counts: Counts, trial: Trial, confidences: ReadonlyMap<number, number>, seconds: number): void {
  const perSecond = Array.from({ length: seconds }, (_, i) => confidences.get((i + 1) * 1_000) ?? 0);
  const hasAlert = countAlarms(perSecond, alertAbove) > 0 ? 1 : 0;
  if (trial.fall) {
    counts.falls += 1;
    counts.found += hasAlert;
  } else {
    counts.others += 1;
    counts.alarmed += hasAlert;
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
