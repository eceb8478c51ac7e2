import { Fallwatch } from '@fallwatch/client';
import { beforeAll, expect, test } from 'vitest';
import { servedOrigin } from '../../client/test/served.js';
import { freshMac } from '../../server/test/people.js';
import { Link } from '../src/link.js';
import { Body } from '../src/motion/body.js';
import { createRandom } from '../src/random.js';
import { playback } from '../src/recordings.js';
import { scenarios } from '../src/scenarios.js';
import { run, type Simulated } from '../src/simulate.js';
import { Tally } from '../src/tally.js';
import { openWard } from '../src/ward.js';
import { createMovement, life, type Movement, Wearable } from '../src/wearable.js';

beforeAll(servedOrigin);

async function ward(wearers: number) {
  const baseUrl = await servedOrigin();
  const say = () => undefined;
  return openWard({ run: freshMac().replaceAll(':', ''), wearers, connect: () => new Fallwatch({ baseUrl }), say });
}

function simulated(wearer: Fallwatch, movements: Iterable<Movement>): Simulated {
  const settings = { macAddress: freshMac(), site: 'waist', quality: 'burst', seed: '1' } as const;
  // A fast clock: seconds of the device pass in a few milliseconds.
  let now = 0;
  const link = new Link(wearer, createRandom(1), () => (now += 1_000));
  return { wearable: new Wearable(settings, movements), link };
}

test('the real server detects a simulated fall and alerts the caregiver', async () => {
  const { caregiver, wearers } = await ward(2);
  const fall = [createMovement(new Body('waist', '1'), 'faint')];
  const walk = [createMovement(new Body('waist', '2'), 'walk')];
  const devices = [simulated(wearers[0] as Fallwatch, fall), simulated(wearers[1] as Fallwatch, walk)];
  const falls: boolean[] = [];
  for (const { wearable, link } of devices) {
    let isFallSeen = false;
    for (let reading = wearable.second(); reading; reading = wearable.second()) {
      const sent = await link.send(reading);
      expect(sent.kind).toBe('assessed');
      isFallSeen ||= sent.kind === 'assessed' && sent.assessed.fallDetected;
    }
    falls.push(isFallSeen);
  }
  expect(falls).toEqual([true, false]);
  expect(await caregiver.fallwatch.get('/api/caregivers/alerts')).toMatchObject([{ patientName: 'Ada Berg' }]);
});

test('each device sends once per beat until it is stopped', async () => {
  const arrived: string[] = [];
  const fetch = async (request: Request) => {
    arrived.push(((await request.json()) as { device_id: string }).device_id);
    return Response.json({ success: true, data: { fallLevel: 'NO_FALL' } });
  };
  const wearer = new Fallwatch({ baseUrl: 'http://x', fetch });
  const lives = ['a', 'b'].map((seed) => simulated(wearer, life('waist', seed, scenarios['day-room'])));
  const ends = simulated(wearer, [
    { name: 'short', strain: 0, samples: new Body('waist', 'c').perform('rest').slice(0, 100) },
  ]);
  const stop = new AbortController();
  const tally = new Tally();
  const running = run({
    devices: [...lives, ends],
    seed: '1',
    beatMs: 20,
    signal: stop.signal,
    onSent: (_device, sent) => tally.count(sent),
  });
  await expect.poll(() => tally.accepted).toBeGreaterThan(12);
  stop.abort();
  await running;
  const sentBy = ({ wearable }: Simulated) => arrived.filter((mac) => mac === wearable.macAddress).length;
  expect(sentBy(ends)).toBe(2);
  const [one, other] = lives.map(sentBy);
  expect(Math.abs((one as number) - (other as number))).toBeLessThanOrEqual(2);
});

test('a simulated life never ends, and is the same for the same seed', () => {
  const names = (seed: string) => {
    const movements = life('wrist', seed, scenarios.mishaps);
    return Array.from({ length: 12 }, () => (movements.next().value as Movement).name);
  };
  expect(names('a')).toEqual(names('a'));
  expect(names('a')).not.toEqual(names('b'));
  expect(new Set([...names('a'), ...names('b')]).size).toBeGreaterThan(4);
});

test('vitals follow the body, the battery drains, a recording ends', () => {
  const settings = { macAddress: freshMac(), site: 'wrist', quality: 'peak', seed: 'v' } as const;
  const body = new Body('wrist', 'v');
  const wearable = new Wearable(settings, [createMovement(body, 'rest'), createMovement(body, 'faint')]);
  const readings = Array.from({ length: 60 }, () => wearable.second()).filter((reading) => reading !== undefined);
  const [first, last] = [readings[5], readings.at(-1)];
  expect(last?.heart_rate ?? 0).toBeGreaterThan((first?.heart_rate ?? 0) + 20);
  expect(last?.spo2 ?? 0).toBeLessThan(first?.spo2 ?? 0);
  expect(last?.battery_level ?? 0).toBeLessThan(first?.battery_level ?? 0);
  expect(readings.map(({ uptime_ms }) => uptime_ms)).toEqual(readings.map((_, index) => (index + 1) * 1_000));

  const samples = body.perform('rest').slice(0, 100);
  const replayed = new Wearable(settings, playback({ id: 'x', site: 'wrist', isFall: false, samples }));
  const sent = Array.from({ length: 20 }, () => replayed.second()).filter((reading) => reading !== undefined);
  // Two recorded seconds, and six in which the last posture is held.
  expect(sent).toHaveLength(8);
});
