import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acknowledge, listAlerts } from '../../../test/alerts.js';
import { checkInWithin, keepTime, scene, serviceNowMs, timeIn, watchDays } from '../../../test/check-ins.js';
import { freshEngine, pass } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caregiver, logIn, type Person, patient } from '../../../test/people.js';

const hour = 3_600;
let moveBack: () => Promise<void>;
beforeAll(async () => {
  moveBack = await keepTime();
});
afterAll(() => moveBack());

const url = (person: Person): string => `/patients/${person.id}/check-in`;
const own = '/patients/me/check-in';

const listAllAlerts = (carer: Person) => listAlerts(carer, '?status=all');
const missed = { type: 'CHECK_IN_MISSED', severity: 'MEDIUM', fallId: null };

test('off until somebody sets it; then a sign is expected once a day', async () => {
  const ann = await patient();
  const carl = await caregiver({ of: ann });
  expect((await ann.get(own)).data).toMatchObject({ isOn: false, by: null, movementCounts: true, current: null });
  expect(await ann.post(own)).toHaveStatus(409);
  const { data } = await checkInWithin(60, ann, carl);
  expect(data).toMatchObject({ isOn: true, zone: 'UTC', updatedBy: carl.id, current: { state: 'OPEN', signAt: null } });
  expect(Date.parse(data.current.dueAt) - Date.parse(data.current.opensAt)).toBe(4 * hour * 1_000);

  const { data: confirmed } = await ann.post(own);
  expect(confirmed.current).toMatchObject({ ...data.current, state: 'CONFIRMED', signAt: expect.any(String) });
  expect((await ann.post(own)).data).toEqual(confirmed);
  expect((await carl.get(url(ann))).data.current).toEqual(confirmed.current);
  await pass(2 * hour);
  await watchDays();
  expect(await listAllAlerts(carl)).toEqual([]);
});

test('without a sign by the time one alert is raised, and a late sign ends it', async () => {
  const { ann, carl } = await scene();
  const engine = await freshEngine();
  await watchDays();
  await pass(58 * 60);
  await watchDays();
  expect(await listAllAlerts(carl)).toEqual([]);
  await pass(2 * 60);
  await watchDays();
  await watchDays();
  const message = expect.stringMatching(/^No check-in by \d\d:\d\d \(UTC\), and no movement in the 4 hours before\./);
  expect(await listAlerts(carl)).toMatchObject([{ ...missed, patientId: ann.id, message, state: 'ESCALATING' }]);
  await engine.run();
  expect(engine.toldTo(carl.id)).toMatchObject([{ type: 'CHECK_IN_MISSED', step: 1 }]);
  expect((await ann.get(own)).data.current).toMatchObject({ state: 'MISSED', signAt: null });

  expect((await ann.post(own)).data.current).toMatchObject({ state: 'CONFIRMED' });
  expect(await listAlerts(carl)).toEqual([]);
  expect(await listAllAlerts(carl)).toMatchObject([{ state: 'CLOSED', closedAs: 'RECOVERED' }]);
});

test('a further day adds nothing to an alert that nobody has answered, and replaces one that was', async () => {
  const { carl } = await scene();
  const nextDay = async (seconds = 24 * hour) => {
    await pass(seconds);
    await watchDays();
  };
  await nextDay(hour + 60);
  await nextDay();
  expect(await listAlerts(carl)).toHaveLength(1);
  await acknowledge(carl);
  await nextDay(5 * hour);
  expect(await listAlerts(carl)).toEqual([]);
  await nextDay(20 * hour);
  expect(await listAlerts(carl)).toMatchObject([{ ...missed, state: 'ESCALATING' }]);
  expect((await listAllAlerts(carl)).map(({ state }: { state: string }) => state).toSorted()).toEqual([
    'CLOSED',
    'ESCALATING',
  ]);
});

test('the job in several processes at once raises one alert', async () => {
  const { carl } = await scene(30);
  await pass(hour);
  await Promise.all([watchDays(), watchDays(), watchDays()]);
  expect(await listAllAlerts(carl)).toHaveLength(1);
});

describe('the setting', () => {
  test('is kept unless it is sent, and checked', async () => {
    const ann = await patient();
    const set = (changes: object) => ann.put(url(ann), changes);
    expect((await set({})).body.details).toEqual({
      by: 'is needed to switch the check-in on',
      zone: 'is needed to switch the check-in on',
    });
    for (const zone of ['CET', 'UTC+3', 'EST5EDT', 'Europe/Nowhere', "Europe/Berlin'"])
      expect((await set({ by: '09:00', zone })).body.details, zone).toEqual({
        zone: `must be an IANA time zone such as Europe/Berlin; got ${zone}`,
      });
    expect((await set({ by: '09:00', zone: 'Europe/Berlin' })).data).toMatchObject({ by: '09:00', updatedBy: ann.id });
    expect((await set({ movementCounts: false })).data).toMatchObject({ by: '09:00', movementCounts: false });
    for (const [field, value] of [
      ['by', '24:00'],
      ['by', '9:00'],
      ['resumesOn', '2020-01-01'],
      ['resumesOn', '2020-13-01'],
      ['movementCounts', null],
    ] as const)
      expect(await set({ [field]: value }), `${field} ${value}`).toHaveStatus(400);
    expect((await ann.delete(url(ann))).data).toMatchObject({ isOn: false, by: null });
    expect(await ann.delete(url(ann))).toHaveStatus(200);
  });

  test('away: nothing is expected, an open alert ends, and the day of return counts again', async () => {
    const { ann, carl } = await scene(30);
    await pass(hour);
    await watchDays();
    expect(await listAlerts(carl)).toHaveLength(1);
    const resumesOn = new Date((await serviceNowMs()) + 3 * 86_400_000).toISOString().slice(0, 10);
    const { data } = await ann.put(url(ann), { resumesOn });
    expect(data).toMatchObject({ resumesOn, current: { state: 'AWAY', day: resumesOn } });
    expect(await ann.post(own)).toHaveStatus(409);
    expect(await listAllAlerts(carl)).toMatchObject([{ closedAs: 'RECOVERED' }]);
    await pass(47 * hour);
    await watchDays();
    expect(await listAllAlerts(carl)).toHaveLength(1);
    await pass(27 * hour);
    await watchDays();
    expect(await listAlerts(carl)).toMatchObject([missed]);
    expect((await (await logIn(ann.email)).get(own)).data).toMatchObject({ resumesOn: null });
  });

  test('a change after the time does not take the alert back', async () => {
    const { ann, carl } = await scene(30);
    await pass(31 * 60);
    await carl.put(url(ann), { by: await timeIn(120) });
    expect(await listAlerts(carl)).toMatchObject([missed]);
    // That day is decided: the changed time counts from the next one.
    await ann.post(own);
    await pass(3 * hour);
    await watchDays();
    expect(await listAlerts(carl)).toEqual([]);
    await carl.delete(url(ann));
  });

  test('switching it off ends the alert', async () => {
    const { ann, carl } = await scene(30);
    await pass(hour);
    await watchDays();
    await carl.delete(url(ann));
    expect(await listAllAlerts(carl)).toMatchObject([{ state: 'CLOSED', closedAs: 'RECOVERED' }]);
    expect((await ann.get(own)).data).toMatchObject({ isOn: false });
  });
});

test('a person who is not active raises nothing, and begins anew', async () => {
  const { ann, carl } = await scene(30);
  const { platform } = await testServer();
  const become = (status: string) => sql`update users set status = ${status} where id = ${ann.id}`.execute(platform.db);
  await become('inactive');
  await pass(hour);
  await watchDays();
  await become('active');
  await watchDays();
  expect(await listAllAlerts(carl)).toEqual([]);
});
