import type { DeviceConnection, Sent } from './link.js';
import { createRandom } from './random.js';
import type { Scenario } from './scenarios.js';
import { type Row, Table } from './table.js';
import { Tally } from './tally.js';
import { beats } from './ticks.js';
import type { Wearable } from './wearable.js';

/** A wearable, its connection to the service, and its current state. */
export interface Simulated {
  readonly wearable: Wearable;
  readonly link: DeviceConnection;
}

export interface Run {
  readonly devices: readonly Simulated[];
  readonly seed: string;
  readonly signal: AbortSignal;
  /** For losses of Wi-Fi; without a scenario there are none. */
  readonly scenario?: Pick<Scenario, 'minutesBetweenLosses'>;
  /** Called with the result of each second of each device. */
  readonly onSent: (device: Simulated, sent: Sent) => void;
  /** One second by default; tests use less. */
  readonly beatMs?: number;
}

/** Each device sends once a second, at its own moment of the second, until the signal or until its movement ends. */
export async function run({ devices, seed, signal, scenario, onSent, beatMs = 1_000 }: Run): Promise<void> {
  const lossChance = scenario ? 1 / (scenario.minutesBetweenLosses * 60) : 0;
  const one = async (device: Simulated, phaseMs: number): Promise<void> => {
    device.link.onUploaded?.((assessed) => onSent(device, { kind: 'uploaded', assessed }));
    const random = createRandom(`${seed} ${device.wearable.macAddress} Wi-Fi`);
    await new Promise((resolve) => setTimeout(resolve, phaseMs));
    for await (const _beat of beats(beatMs, signal)) {
      const reading = device.wearable.second();
      if (!reading) return;
      if (random.next() < lossChance) device.link.lose(random.between(5_000, 20_000));
      // Not awaited: an answer that takes longer than a second must not delay the movement.
      void device.link.send(reading).then((sent) => onSent(device, sent));
    }
  };
  await Promise.all(devices.map((device, index) => one(device, (index / devices.length) * beatMs)));
  await Promise.all(devices.map(({ link }) => link.stop?.()));
}

/** Keeps the table up to date: the state of each device, and a summary line. */
export function watch(out: NodeJS.WriteStream, signal: AbortSignal, devices: readonly Simulated[]) {
  const rows = new Map<Simulated, Row>();
  const tally = new Tally();
  const table = new Table(out);
  const falls = new Set<string>();
  const note = (device: Simulated, sent: Sent): void => {
    tally.count(sent);
    if ('assessed' in sent && sent.assessed.fallDetected && sent.assessed.fallEventId)
      falls.add(sent.assessed.fallEventId);
    rows.set(device, toRow(device, sent, rows.get(device)));
  };
  const draw = async (): Promise<void> => {
    for await (const beat of beats(out.isTTY ? 1_000 : 10_000, signal))
      if (beat > 0)
        table.draw(
          devices.flatMap((device) => rows.get(device) ?? []),
          `${devices.length} devices, ${falls.size} falls alerted; ${tally}; ${tally.latencyLine()}`,
        );
  };
  void draw();
  return { note, falls, tally };
}

function toRow({ wearable, link }: Simulated, sent: Sent, before?: Row): Row {
  const base = { device: wearable.macAddress, battery: `${wearable.battery.toFixed(0)} %` };
  if (sent.kind === 'assessed') {
    return { ...base, state: wearable.doing, level: toLevel(sent), latency: `${sent.latencyMs.toFixed(0)} ms` };
  }
  const level = sent.kind === 'uploaded' ? toLevel(sent) : (before?.level ?? '');
  return { ...base, state: link.held ?? describeHeld(sent), level, latency: before?.latency ?? '' };
}

function toLevel({ assessed: { fallLevel, fallConfidence } }: Extract<Sent, { assessed: unknown }>): string {
  return fallLevel === 'NO_FALL' ? fallLevel : `${fallLevel} ${fallConfidence.toFixed(2)}`;
}

function describeHeld(sent: Exclude<Sent, { kind: 'assessed' }>): string {
  if (sent.kind === 'held') return sent.why;
  return sent.kind === 'refused' ? sent.error.message : sent.kind;
}
