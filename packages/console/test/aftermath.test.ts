import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../server/test/processes/process.js';
import { violationsByDayAndNight } from './axe.js';
import { createWorld, makeWard, type Named, signedIn, stage, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_aftermath');
});
afterAll(() => world?.close());

const g = 9.81;
type Second = (at: number) => number[];
const standing: Second = () => [0, g, 0];
const falling: Second = (at) => (at < 10 ? [0, 1, 0] : at < 12 ? [0, 30, 40] : [0, 0, g]);
const lying: Second = () => [0, 0, g];
const repeat = (count: number, second: Second): Second[] => Array.from({ length: count }, () => second);

/** The last minute of a device at the waist, in one request. */
async function fallAndLie({ token }: Named): Promise<void> {
  const mac = `02:${randomUUID().replaceAll('-', '').slice(0, 10).match(/../g)?.join(':')}`.toUpperCase();
  const seconds = [...repeat(8, standing), falling, ...repeat(42, lying)];
  const readings = seconds.map((second, index) => {
    const accel = Array.from({ length: 25 }, (_, at) => second(at));
    const gyro = accel.map(() => [second === falling ? 150 : 0, 0, 0]);
    const [accel_x, accel_y, accel_z] = accel[12] as number[];
    const motion = {
      accel_x,
      accel_y,
      accel_z,
      gyro_x: 0,
      gyro_y: 0,
      gyro_z: 0,
      samples: { rate_hz: 25, accel, gyro },
    };
    const times = { uptime_ms: 1_000 * (index + 1), age_ms: 1_000 * (seconds.length - 1 - index) };
    return { device_id: mac, boot_id: 7, body_site: 'waist', ...times, ...motion };
  });
  const { status, body } = await send(world.base, 'POST', '/device/readings', { readings }, token);
  if (status !== 200) throw new Error(JSON.stringify(body));
}

test.each([
  ['en', /^lying still for \d+\ss/, 'Lying still'],
  ['de', /^liegt reglos seit \d+\ss/, 'Liegt reglos'],
  ['fr', /^allongé et immobile depuis \d+\ss/, 'Allongé et immobile'],
] as const)(
  'the alert says how long the wearer lies still, and the timeline since when (%s)',
  async (language, words, event) => {
    const { rose, carl } = await makeWard(world);
    await fallAndLie(rose);
    const { page, problems, close } = await signedIn(world, carl, { language });
    const shown = stage(page).getByText(words);
    await shown.waitFor();
    const readSeconds = async (): Promise<number> => Number(/\d+/.exec((await shown.textContent()) ?? '')?.[0]);
    const before = await readSeconds();
    expect(before).toBeGreaterThanOrEqual(30);
    // It counts up by itself.
    await expect.poll(readSeconds).toBeGreaterThan(before);
    expect(await violationsByDayAndNight(page)).toEqual([]);
    const { body } = await send(world.base, 'GET', `/patients/${rose.id}/falls`, undefined, carl.token);
    await page.goto(`${world.origin}/falls/${body.data[0].id}`);
    await page.getByRole('listitem').filter({ hasText: event }).first().waitFor();
    expect(problems).toEqual([]);
    await close();
  },
);
