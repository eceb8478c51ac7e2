import { describe, expect, test } from 'vitest';
import { alertAbout, listAlerts, reportFall } from '../../../test/alerts.js';
import { caregiver, type Person, patient, root } from '../../../test/people.js';
import {
  answerFalls,
  falseAlarm,
  findFall,
  listAuditActions,
  setThreshold,
  thresholdPath,
} from '../../../test/thresholds.js';

async function scene(): Promise<{ ann: Person; carl: Person }> {
  const ann = await patient();
  return { ann, carl: await caregiver({ of: ann }) };
}

const read = async (carl: Person, ann: Person) => (await carl.get(thresholdPath(ann))).data;

describe('the answers about a person', () => {
  test('are counted, with what the wearer was doing', async () => {
    const { ann, carl } = await scene();
    expect(await read(carl, ann)).toMatchObject({ threshold: null, offer: null, answers: { alerts: 0, acts: [] } });
    await answerFalls(ann, carl, { ...falseAlarm, act: 'CLAPPING' }, 2);
    await answerFalls(ann, carl, { outcome: 'HELPED' }, 1);
    const cancelled = await findFall(ann, 0.55);
    await ann.post(`/falls/${cancelled}/cancel`);
    await findFall(ann, 0.8);
    // Reported by the wearer, and below POTENTIAL: not counted.
    await reportFall(ann, 0.6);
    await findFall(ann, 0.4);
    expect((await read(carl, ann)).answers).toEqual({
      days: 90,
      alerts: 5,
      real: 1,
      falseAlarms: 3,
      cancelled: 1,
      other: 0,
      unanswered: 1,
      withheld: 0,
      acts: [{ act: 'CLAPPING', count: 2 }],
    });
  });

  test('the act belongs to a false alarm: refused with, and deleted by, another outcome', async () => {
    const { ann, carl } = await scene();
    const id = await findFall(ann, 0.55);
    const resolve = (body: object) => carl.post(`/falls/${id}/resolve`, body);
    const refused = await resolve({ outcome: 'HELPED', act: 'KNOCK' });
    expect(refused).toHaveStatus(400);
    expect(refused.body.details).toEqual({ act: 'is for the outcome FALSE_ALARM only' });
    expect((await resolve({ ...falseAlarm, act: 'KNOCK' })).data.resolution).toMatchObject({ act: 'KNOCK' });
    expect((await resolve({ ...falseAlarm, note: 'Door frame' })).data.resolution).toMatchObject({ act: 'KNOCK' });
    expect((await resolve({ outcome: 'OTHER' })).data.resolution).toMatchObject({ act: null });
    await resolve({ ...falseAlarm, act: 'KNOCK' });
    await (await root()).post(`/admin/falls/${id}/investigate`, { outcome: 'OTHER' });
    expect((await carl.get(`/falls/${id}`)).data.resolution).toMatchObject({ act: null });
  });
});

describe('a personal threshold', () => {
  test('is offered after five false alarms, set by a person, and removed again', async () => {
    const { ann, carl } = await scene();
    await answerFalls(ann, carl, falseAlarm, 4);
    expect(await read(carl, ann)).toMatchObject({ offer: null });
    expect(await carl.put(thresholdPath(ann), { threshold: 0.6 })).toHaveStatus(409);
    const last = await findFall(ann, 0.55);
    await ann.post(`/falls/${last}/cancel`);
    expect(await read(carl, ann)).toMatchObject({ offer: 0.6, threshold: null });
    expect(await carl.put(thresholdPath(ann), { threshold: 0.61 })).toHaveStatus(409);
    for (const threshold of [0.5, 0.66]) expect(await carl.put(thresholdPath(ann), { threshold })).toHaveStatus(400);
    const set = await carl.put(thresholdPath(ann), { threshold: 0.6 });
    expect(set.data).toMatchObject({ threshold: 0.6, setBy: carl.id, setByName: 'Ann Lee', setAt: expect.any(String) });
    const removed = await carl.delete(thresholdPath(ann));
    expect(removed.data).toMatchObject({ threshold: null, setBy: null, setAt: null });
    expect(await carl.delete(thresholdPath(ann))).toHaveStatus(200);
    const actions = await listAuditActions(ann.id);
    expect(actions.filter((action) => action === 'threshold.set')).toHaveLength(1);
    expect(actions.filter((action) => action === 'threshold.remove')).toHaveLength(1);
  });

  test('ends with the first real fall up to it, and not with one above it', async () => {
    const { ann, carl } = await scene();
    await setThreshold(ann, carl);
    const [above, upTo] = [await findFall(ann, 0.61), await findFall(ann, 0.6)];
    await carl.post(`/falls/${above}/resolve`, { outcome: 'HOSPITAL' });
    await carl.post(`/falls/${await reportFall(ann, 0.55)}/resolve`, { outcome: 'HELPED' });
    expect(await read(carl, ann)).toMatchObject({ threshold: 0.6 });
    await carl.post(`/falls/${upTo}/resolve`, { outcome: 'HELPED' });
    expect(await read(carl, ann)).toMatchObject({ threshold: null, offer: null });
    expect(await listAuditActions(ann.id)).toContain('threshold.end');
    await answerFalls(ann, carl, falseAlarm);
    // The real fall stays in the period of 90 days: a threshold that had withheld its alert is not offered.
    expect(await read(carl, ann)).toMatchObject({ offer: null });
  });

  test('ends with the outcome that an admin records', async () => {
    const { ann, carl } = await scene();
    await setThreshold(ann, carl);
    const id = await findFall(ann, 0.55);
    await (await root()).post(`/admin/falls/${id}/investigate`, { outcome: 'HOSPITAL' });
    expect(await read(carl, ann)).toMatchObject({ threshold: null });
  });

  test('ends with the wearer’s call about a fall up to it, which alerts at once', async () => {
    const { ann, carl } = await scene();
    await setThreshold(ann, carl);
    const id = await findFall(ann, 0.55);
    expect((await ann.post(`/falls/${id}/confirm`)).data).toMatchObject({ withheldUpTo: null });
    expect(await alertAbout(carl, id)).toMatchObject({ severity: 'CRITICAL' });
    expect(await read(carl, ann)).toMatchObject({ threshold: null });
  });

  test('is in the export of the person', async () => {
    const { ann, carl } = await scene();
    await setThreshold(ann, carl);
    await findFall(ann, 0.55);
    const { body } = await ann.get('/profile/export');
    expect(body.alertThreshold).toEqual([{ threshold: 0.6, setAt: expect.any(String) }]);
    expect(body.falls.at(-1)).toMatchObject({ withheldUpTo: 0.6, falseAlarmAct: null });
  });

  test('of one person does not affect another', async () => {
    const { ann, carl } = await scene();
    await setThreshold(ann, carl);
    const { ann: bea, carl: dora } = await scene();
    await findFall(bea, 0.55);
    expect(await listAlerts(dora)).toHaveLength(1);
  });
});
