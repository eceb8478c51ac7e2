import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepTime, scene, watchDays } from '../../../test/check-ins.js';
import { pass } from '../../../test/engine.js';
import { readingsRecorded } from '../../../test/harness.js';
import { device, logIn, reading } from '../../../test/people.js';
import { serviceContext } from '../../../test/vitals.js';
import { inServiceTime, writeDevices } from '../../../test/watched.js';
import { prepareReadingDays } from '../recorder/reading-days.service.js';

const minute = 60;
const hour = 3_600;
const own = '/patients/me/check-in';
let moveBack: () => Promise<void>;
beforeAll(async () => {
  moveBack = await keepTime();
});
afterAll(() => moveBack());

/** A wearer whose device uploads a minute: its readings, ten seconds apart. */
async function moving(more: object = {}, minutes = 60) {
  const made = await scene(minutes, more);
  const { mac } = await inServiceTime(async () => device(await logIn(made.ann.email)));
  let uptime = 0;
  const live = async (...all: readonly (readonly object[])[]): Promise<void> => {
    await inServiceTime(async () => prepareReadingDays(await serviceContext()));
    const session = await inServiceTime(() => logIn(made.ann.email));
    for (const changes of all) {
      const base = uptime;
      const readings = changes.map((change, index) => {
        const age_ms = 10_000 * (changes.length - 1 - index);
        return reading(mac, { boot_id: 1, age_ms, uptime_ms: base + 60_000 - age_ms, ...change });
      });
      uptime += 60_000;
      await pass(minute);
      const answer = await inServiceTime(() => session.post('/device/readings', { readings }));
      expect(answer.data.results).toMatchObject(changes.map(() => ({ status: 'stored' })));
    }
    await readingsRecorded();
    await writeDevices();
    await pass(5 * minute);
    await watchDays();
  };
  const state = async () => (await made.ann.get(own)).data.current.state;
  return { ...made, live, state };
}

const still = [{}, { accel_x: 0.3 }, {}];
const turned = [{}, { accel_x: 2 }, {}];
const times = (count: number, one: readonly object[]) => Array<readonly object[]>(count).fill(one);

test('movement of a worn device for a while is a sign; a device that only sends, or is knocked against, gives none', async () => {
  const { live, state, alerts } = await moving();
  await live(...times(6, still));
  expect(await state()).toBe('OPEN');
  await live(...times(2, turned), ...times(9, still), ...times(2, turned));
  expect(await state()).toBe('OPEN');
  await live(...times(5, turned));
  expect(await state()).toBe('MOVED');
  await pass(hour);
  await watchDays();
  expect(await alerts()).toEqual([]);
});

test('movement of a device that measures a pulse counts only with a pulse, and ends the alert later', async () => {
  const { live, state, alerts } = await moving({}, 30);
  await live(
    ...times(
      6,
      turned.map((one) => ({ ...one, heart_rate: 0 })),
    ),
  );
  await live([{ heart_rate: 71 }]);
  // Nobody knows: had the pulse come first, it would have counted.
  expect(await state()).toBe('MOVED');
  expect(await alerts()).toEqual([]);
});

test('movement ends the alert when it comes after the time', async () => {
  const { live, state, alerts } = await moving({}, 10);
  await pass(15 * minute);
  await watchDays();
  expect(await alerts()).toMatchObject([{ state: 'ESCALATING' }]);
  await live(...times(5, turned));
  expect(await alerts()).toMatchObject([{ state: 'CLOSED', closedAs: 'RECOVERED' }]);
  expect(await state()).toBe('MOVED');
});

test('movement is no sign where it does not count, or while a fall is open', async () => {
  const off = await moving({ movementCounts: false });
  await off.live(...times(5, turned));
  expect(await off.state()).toBe('OPEN');
  const fallen = await moving();
  const fall = await fallen.ann.post('/falls', { confidence: 0.9 });
  await fallen.live(...times(5, turned));
  expect(await fallen.state()).toBe('OPEN');
  await fallen.carl.post(`/falls/${fall.data.id}/resolve`, { outcome: 'HELPED' });
  await fallen.live([{}]);
  expect(await fallen.state()).toBe('MOVED');
});
