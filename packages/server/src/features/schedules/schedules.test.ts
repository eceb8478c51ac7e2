import { expect, test } from 'vitest';
import { callAsRoot, caregiver, patient, root } from '../../../test/people.js';
import { createSchedule, daily, substitute, twoCaregivers } from '../../../test/schedules.js';

const listShifts = async (id: string, from: string, to: string) =>
  (await callAsRoot((first) => first.get(`/schedules/${id}/shifts?from=${from}&to=${to}`))).data;

test('daily turns follow each other at the local hand-over, also on the days of change', async () => {
  const [ann, ben] = await twoCaregivers();
  const id = await createSchedule([ann, ben]);
  const { shifts, gaps } = await listShifts(id, '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z');
  // 2026-01-01 is the first turn: 28 March is day 86.
  expect(
    shifts.map(({ user, from, until, source }: never) => [(user as { id: string }).id, from, until, source]),
  ).toEqual([
    [ann.id, '2026-03-28T07:00:00.000Z', '2026-03-29T06:00:00.000Z', 'TURN'],
    [ben.id, '2026-03-29T06:00:00.000Z', '2026-03-30T06:00:00.000Z', 'TURN'],
    [ann.id, '2026-03-30T06:00:00.000Z', '2026-03-31T06:00:00.000Z', 'TURN'],
  ]);
  expect(gaps).toEqual([]);
});

test('a weekly turn of working days: the days between are not covered, and no missing gap', async () => {
  const [ann, ben] = await twoCaregivers();
  const id = await createSchedule([ann, ben], { startOn: '2026-02-02', turnDays: 7, weekdays: [1, 2, 3, 4, 5] });
  const { shifts, gaps } = await listShifts(id, '2026-02-02T12:00:00Z', '2026-02-10T12:00:00Z');
  expect(shifts).toMatchObject([
    { user: { id: ann.id }, from: '2026-02-02T07:00:00.000Z', until: '2026-02-07T07:00:00.000Z' },
    { user: { id: ben.id }, from: '2026-02-09T07:00:00.000Z', until: '2026-02-14T07:00:00.000Z' },
  ]);
  expect(gaps).toEqual([
    { from: '2026-02-07T07:00:00.000Z', until: '2026-02-09T07:00:00.000Z', reason: 'NOT_COVERED' },
  ]);
  const { data } = await callAsRoot((first) => first.get(`/schedules/${id}`));
  expect(data.nextGap).toBeNull();
});

test('a holiday replaces one person only; a later substitution is applied to its result', async () => {
  const [ann, ben] = await twoCaregivers();
  const carl = await caregiver();
  const id = await createSchedule([ann, ben]);
  const [from, until] = ['2026-01-05T07:00:00.000Z', '2026-01-08T07:00:00.000Z'];
  await substitute(id, { from, until, replaces: ann.id, user: carl.id, reason: 'Holiday' });
  const who = async () =>
    (await listShifts(id, from, until)).shifts.map(({ user }: { user: { id: string } }) => user.id);
  expect(await who()).toEqual([carl.id, ben.id, carl.id]);
  const last = await substitute(id, { from, until: '2026-01-06T07:00:00.000Z', replaces: carl.id, user: ben.id });
  expect(await who()).toEqual([ben.id, ben.id, carl.id]);
  await callAsRoot((first) => first.delete(`/schedules/${id}/substitutions/${last}`));
  expect(await who()).toEqual([carl.id, ben.id, carl.id]);
});

test('gaps are shown before they happen: nobody, an inactive account, a deleted one', async () => {
  const [ann, ben] = await twoCaregivers();
  const id = await createSchedule([ann, ben, ann, ann]);
  const nextGap = async () => (await callAsRoot((first) => first.get(`/schedules/${id}`))).data.nextGap;
  expect(await nextGap()).toBeNull();
  const day = (days: number): string =>
    `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T07:00:00.000Z`;
  await substitute(id, { from: day(20), until: day(21), user: null });
  expect(await nextGap()).toEqual({ from: day(20), until: day(21), reason: 'ABSENT' });
  await callAsRoot((first) => first.put(`/admin/users/${ben.id}`, { status: 'inactive' }));
  expect(await nextGap()).toMatchObject({ reason: 'INACTIVE' });
  await callAsRoot((first) => first.delete(`/admin/users/${ben.id}`));
  expect(await nextGap()).toMatchObject({ reason: 'NO_PERSON' });
  const { members } = (await callAsRoot((first) => first.get(`/schedules/${id}`))).data;
  expect(members.map(({ isActive }: { isActive: boolean }) => isActive)).toEqual([true, false, true, true]);
});

test('a caregiver sees the schedules with their turns, and who is on duty', async () => {
  const [ann, ben] = await twoCaregivers();
  const id = await createSchedule([ann]);
  expect((await ann.get('/schedules')).data).toMatchObject([
    { id, name: daily.name, onDuty: { id: ann.id }, handOver: '08:00', weekdays: [1, 2, 3, 4, 5, 6, 7] },
  ]);
  expect((await ann.get('/schedules/on-duty')).data).toMatchObject([
    { scheduleId: id, user: { id: ann.id }, source: 'TURN', reason: null, next: { id: ann.id } },
  ]);
  expect((await ben.get('/schedules')).data).toEqual([]);
  expect((await ben.get('/schedules/on-duty')).data).toEqual([]);
});

test('what is wrong is named', async () => {
  const ann = await caregiver();
  const wearer = await patient();
  const first = await root();
  const draft = { ...daily, members: [ann.id] };
  const details = async (body: object) => (await first.post('/schedules', body)).body.details;
  expect(await details({ ...draft, zone: 'Europe/Atlantis' })).toEqual({
    zone: 'must be a name of the tz database, like Europe/Berlin; got "Europe/Atlantis"',
  });
  expect(await details({ ...draft, members: [wearer.id] })).toEqual({
    members: `must be active caregivers or admins; got ${wearer.id}`,
  });
  expect(await details({ ...draft, handOver: '8 am' })).toHaveProperty('handOver');
  const id = await createSchedule([ann]);
  const back = { from: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z', user: null };
  expect((await first.post(`/schedules/${id}/substitutions`, back)).body.details).toEqual({
    until: 'must be after from; got 2026-01-01T00:00:00Z',
  });
  expect((await first.get(`/schedules/${id}/shifts?from=2026-01-01&to=2028-01-01`)).status).toBe(400);
});
