import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { acknowledge, alertAbout, reportFall } from '../../../test/alerts.js';
import { clearFall, lying, repeat, rolling, streamSeconds } from '../../../test/detected-falls.js';
import { freshEngine, pass, resetTime } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { type Answer, caregiver, freshMac, patient, root } from '../../../test/people.js';

beforeAll(resetTime);

/** Readings of a device → alert → notices → acknowledgement → arrival → outcome with details. */
async function simulatedFall() {
  const { clock } = await testServer();
  const before = clock.offsetMs;
  onTestFinished(() => {
    clock.offsetMs = before;
  });
  const engine = await freshEngine();
  const rose = await patient();
  const [noah, anna] = [await caregiver({ of: rose }), await caregiver({ of: rose })];
  await noah.put('/profile/me', { firstName: '=Noah', lastName: 'Berg' });
  await noah.put(`/patients/${rose.id}`, { room: '12', ward: 'First floor' });
  const device_id = freshMac();
  await streamSeconds(rose, clearFall, { device_id });
  const [{ id: fallId }] = (await rose.get('/falls')).data;
  await engine.run();
  await pass(7);
  await streamSeconds(rose, repeat(35, lying), { device_id, uptime_ms: 20_000 });
  await acknowledge(noah, fallId);
  const { id: alertId } = await alertAbout(noah, fallId);
  for (const [action, seconds] of [
    ['ON_THE_WAY', 20],
    ['ARRIVED', 90],
  ] as const) {
    await pass(seconds);
    expect(await noah.post(`/alerts/${alertId}/response`, { action })).toHaveStatus(200);
  }
  await streamSeconds(rose, repeat(3, rolling), { device_id, uptime_ms: 60_000 });
  const outcome = { outcome: 'HOSPITAL', note: 'Hip', injury: 'SERIOUS', headImpact: 'NO', liftedBy: 'AMBULANCE' };
  expect(await noah.post(`/falls/${fallId}/resolve`, { ...outcome, ambulance: 'CALLED' })).toHaveStatus(200);
  return { rose, noah, anna, fallId: fallId as string };
}

/** Every time in the answers of the fall and of its timeline, with what happened then; computed here again. */
function listTimes(fall: Answer['data'], timeline: Answer['data']): string[] {
  const { resolvedAt, recordedAt, impactAt, alertedAt, notifiedAt, seenAt, acknowledgedAt } = fall.timeline;
  const moments = Object.entries({
    IMPACT: impactAt,
    RECORDED: recordedAt,
    ALERTED: alertedAt,
    NOTIFIED: notifiedAt,
    SEEN: seenAt,
    ACKNOWLEDGED: acknowledgedAt,
    RESOLVED: resolvedAt,
  });
  return [
    ...moments.flatMap(([event, at]) => (at ? [`${at} ${event}`] : [])),
    ...timeline.deliveries.map((one: Answer['data']) => `${one.settledAt ?? one.createdAt} DELIVERY`),
    ...timeline.answers.map((one: Answer['data']) => `${one.at} ANSWER`),
    ...timeline.responses.map((one: Answer['data']) => `${one.at} RESPONSE`),
    ...timeline.aftermath.map((one: Answer['data']) => `${one.at} AFTERMATH`),
  ].toSorted();
}

const parseLines = (body: string): string[][] =>
  body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));

const toSeconds = (at: string): number => Math.floor(Date.parse(at) / 1_000);

test('the report of a fall equals its timeline, in JSON and as CSV', async () => {
  const { noah, fallId } = await simulatedFall();
  const [report, fall, timeline] = await Promise.all(
    ['/report', '', '/timeline'].map(async (path) => (await noah.get(`/falls/${fallId}${path}`)).data),
  );
  const times = listTimes(fall, timeline);
  for (const event of ['IMPACT', 'ALERTED', 'NOTIFIED', 'DELIVERY', 'ANSWER', 'AFTERMATH', 'RESPONSE', 'RESOLVED'])
    expect(
      times.some((line) => line.endsWith(` ${event}`)),
      event,
    ).toBe(true);
  expect(report.entries.map((one: Answer['data']) => `${one.at} ${one.event}`).toSorted()).toEqual(times);
  expect([report.fall, report.notified]).toEqual([fall, timeline]);

  const [whole, events] = await Promise.all(
    ['report', 'timeline'].map(async (name) => parseLines((await noah.get(`/falls/${fallId}/${name}.csv`)).body)),
  );
  expect(events?.map(([at, event]) => `${at} ${event}`).toSorted()).toEqual(times);
  const shown = whole?.filter(([part]) => part === 'EVENT').map(([, at, name]) => `${at} ${name}`);
  expect(shown?.toSorted()).toEqual(times);

  const { impactAt, alertedAt, notifiedAt, acknowledgedAt, resolvedAt } = fall.timeline;
  const arrivedAt = timeline.responses.find((one: Answer['data']) => one.kind === 'ARRIVED').at;
  // The test moves the clocks of the process and of the database separately.
  const between = (from: string, to: string) => Math.max(0, toSeconds(to) - toSeconds(from));
  expect(report.intervals).toEqual({
    impactToAlert: between(impactAt, alertedAt),
    alertToFirstNotice: between(alertedAt, notifiedAt),
    firstNoticeToTaken: between(notifiedAt, acknowledgedAt),
    takenToArrived: between(acknowledgedAt, arrivedAt),
    arrivedToClosed: between(arrivedAt, resolvedAt),
    alertToTaken: between(alertedAt, acknowledgedAt),
    impactToClosed: between(impactAt, resolvedAt),
  });
  expect(report.intervals.alertToTaken).toBeGreaterThanOrEqual(35);
  expect(report.intervals.takenToArrived).toBeGreaterThan(30);
  const csvIntervals = whole?.filter(([part]) => part === 'INTERVAL').map(([, , name, , , value]) => [name, value]);
  expect(csvIntervals).toContainEqual(['alertToTaken', String(report.intervals.alertToTaken)]);
});

test('the report has the person, the measurements and the outcome, and its file no formulas', async () => {
  const { rose, noah, fallId } = await simulatedFall();
  const { data } = await (await root()).get(`/falls/${fallId}/report`);
  expect(data).toMatchObject({
    person: { id: rose.id, name: 'Ann Lee', room: '12', ward: 'First floor', deviceName: expect.any(String) },
    closedByName: '=Noah Berg',
    fall: { resolution: { outcome: 'HOSPITAL', injury: 'SERIOUS', headImpact: 'NO', ambulance: 'CALLED' } },
    outcomeRecords: [{ recordedBy: noah.id, recordedByName: '=Noah Berg', outcome: 'HOSPITAL', liftedBy: 'AMBULANCE' }],
  });
  const lines = parseLines((await noah.get(`/falls/${fallId}/report.csv`)).body);
  const impact = data.fall.explanation.evidence.find((one: { feature: string }) => one.feature === 'impact');
  expect(lines).toContainEqual([
    'MEASUREMENT',
    data.fall.timeline.impactAt,
    'impact',
    '',
    '',
    String(impact.value),
    impact.unit,
    '',
  ]);
  expect(lines).toContainEqual(expect.arrayContaining(['OUTCOME', 'injury', "'=Noah Berg", 'SERIOUS']));
  const german = (await noah.get(`/falls/${fallId}/report.csv?separator=semicolon`)).body;
  expect(german).toContain('FALL;;ward;;;First floor;;');
});

describe('the details of an outcome', () => {
  const resolve = async (details: object, outcome = 'HELPED') => {
    const rose = await patient();
    const noah = await caregiver({ of: rose });
    const fallId = await reportFall(rose);
    const answer = await noah.post(`/falls/${fallId}/resolve`, { outcome, ...details });
    return { rose, noah, fallId, answer };
  };
  const readRecords = async (noah: Awaited<ReturnType<typeof caregiver>>, fallId: string) =>
    (await noah.get(`/falls/${fallId}/report`)).data.outcomeRecords;

  test('are optional, and can be added and corrected; every version is kept', async () => {
    const { rose, noah, fallId, answer } = await resolve({});
    const unknown = { injury: null, headImpact: null, ambulance: null, liftedBy: null };
    expect(answer.data.resolution).toMatchObject(unknown);
    const boss = await root();
    for (const [person, details] of [
      [noah, { injury: 'MINOR', liftedBy: 'HOIST' }],
      [noah, { injury: 'MINOR', liftedBy: 'HOIST' }],
      [boss, { injury: 'SERIOUS' }],
      [boss, { injury: null }],
    ] as const)
      expect(await person.post(`/falls/${fallId}/resolve`, { outcome: 'HELPED', ...details })).toHaveStatus(200);
    const records = await readRecords(noah, fallId);
    expect(records.map((one: Answer['data']) => [one.recordedBy, one.injury, one.liftedBy])).toEqual([
      [noah.id, null, null],
      [noah.id, 'MINOR', 'HOIST'],
      [boss.id, 'SERIOUS', 'HOIST'],
      [boss.id, null, 'HOIST'],
    ]);
    const exported = (await rose.get('/profile/export?part=falls')).body.falls[0];
    expect(exported).toMatchObject({ injury: null, liftedBy: 'HOIST' });
    expect(exported.outcomeRecords.map((one: Answer['data']) => one.injury)).toEqual([null, 'MINOR', 'SERIOUS', null]);
  });

  test('are deleted with a false alarm, also by an investigation', async () => {
    const { noah, fallId } = await resolve({ injury: 'MINOR', headImpact: 'YES' });
    const { data } = await noah.post(`/falls/${fallId}/resolve`, { outcome: 'FALSE_ALARM' });
    expect(data.resolution).toMatchObject({ injury: null, headImpact: null });
    const other = await resolve({ injury: 'MINOR' });
    await (await root()).post(`/admin/falls/${other.fallId}/investigate`, { outcome: 'FALSE_ALARM' });
    expect(await readRecords(other.noah, other.fallId)).toMatchObject([
      { outcome: 'HELPED', injury: 'MINOR' },
      { outcome: 'FALSE_ALARM', injury: null },
    ]);
  });

  test('are refused for a false alarm, each by its name', async () => {
    const { answer } = await resolve({ injury: 'MINOR', ambulance: 'CALLED', liftedBy: null }, 'FALSE_ALARM');
    expect(answer).toHaveStatus(400);
    expect(answer.body.details).toEqual({
      injury: 'is MINOR, but a FALSE_ALARM has none: leave it out, or choose another outcome',
      ambulance: 'is CALLED, but a FALSE_ALARM has none: leave it out, or choose another outcome',
    });
    expect((await resolve({ injury: 'BROKEN' })).answer).toHaveStatus(400);
  });
});
