/** A day of readings as the simulator's wearers would send them: movement, vitals and what the detector makes of it. */
import { assess, type DetectorState } from '@fallwatch/detection';
import { createRandom, type Random } from '../../simulator/dist/random.js';
import { scenarios } from '../../simulator/dist/scenarios.js';
import { life, Wearable } from '../../simulator/dist/wearable.js';
import { parseReading } from '../src/features/ingest/ingest.rules.js';
import type { SensorReading } from '../src/features/ingest/ingest.schema.js';
import { columnNames, type Row, type Value } from './archive.js';

export interface SimulatedDay {
  readonly day: string;
  readonly devices: number;
  readonly seconds: number;
  /** So many lives are simulated, 0.2 ms a second; the other devices live them too, some hours later. */
  readonly lives: number;
}

/** A reading without what differs between devices: the device, the time and its clock. */
type Moment = readonly Value[];
const places = ['device_key', 'at', 'uptime_ms', 'boot_id'].map((name) => columnNames.indexOf(name));

function simulate(number: number, seconds: number): Moment[] {
  const [site, seed] = [number % 2 === 0 ? ('waist' as const) : ('wrist' as const), `archive ${number}`];
  const scenario = scenarios[number % 3 === 0 ? 'ward-night' : 'day-room'];
  const settings = { macAddress: 'AA:BB:CC:DD:EE:FF', site, quality: 'peak' as const, seed };
  const wearable = new Wearable(settings, life(site, seed, scenario));
  let state: DetectorState | undefined;
  return Array.from({ length: seconds }, (_, second) => {
    const sent = wearable.second() as SensorReading;
    const assessment = assess(state, parseReading(sent), 1_000 * second);
    state = assessment.state;
    const values = { ...sent, confidence: assessment.confidence } as unknown as Record<string, Value | undefined>;
    return columnNames.map((name) => values[name] ?? null);
  });
}

/** In the order of arrival, one second after the other: as the partition of a day is filled. */
export function* simulatedRows({ day, devices, seconds, lives }: SimulatedDay): Generator<Row> {
  const lived = Array.from({ length: lives }, (_, number) => simulate(number, seconds));
  const random = createRandom('archive');
  const started = Array.from({ length: devices }, () => ({
    phaseMs: random.between(0, 900),
    uptimeMs: Math.round(random.between(0, 1e9)),
    bootId: Math.floor(random.between(0, 2 ** 32)),
  }));
  const dayMs = Date.parse(day);
  for (let second = 0; second < seconds; second += 1)
    for (const [index, { phaseMs, uptimeMs, bootId }] of started.entries()) {
      // Devices beside each other in the files live different lives, and nobody lives the same hour at the same time.
      const at = (second + Math.floor(index / lives) * 3_607) % seconds;
      const row = [...((lived[index % lives] as Moment[])[at] as Moment)];
      const own = [
        index + 1,
        new Date(dayMs + 1_000 * second + phaseMs + delayMs(random)).toISOString(),
        uptimeMs + 1_000 * second + Math.floor(random.between(0, 3)),
        bootId,
      ];
      for (const [n, place] of places.entries()) row[place] = own[n] as Value;
      yield row;
    }
}

/** On the way to the service: 20 ms, and seldom much more. */
function delayMs(random: Random): number {
  return Math.min(90, 20 - 15 * Math.log(1 - random.next()));
}
