import { describe, expect, test } from 'vitest';
import { alertAbout, listAlerts, reportFall } from '../../../test/alerts.js';
import { streamImpact } from '../../../test/detected-falls.js';
import { pass } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caregiver, device, freshMac, type Person, patient, upload } from '../../../test/people.js';
import { findFall, setThreshold, thresholdPath } from '../../../test/thresholds.js';
import { createContext, system } from '../../platform/context.js';
import { raiseSilentImpacts } from '../silence/silence.service.js';

/** With a threshold of 0.60. */
async function scene(): Promise<{ ann: Person; carl: Person }> {
  const ann = await patient();
  const carl = await caregiver({ of: ann });
  await setThreshold(ann, carl);
  return { ann, carl };
}

const readFall = async (person: Person, id: string) => (await person.get(`/falls/${id}`)).data;

describe('a fall up to the personal threshold', () => {
  test('found in the stream is recorded and answered as always, without an alert', async () => {
    const { ann, carl } = await scene();
    const { fallEventId, ...answer } = await streamImpact(ann, { can_confirm: true });
    expect(answer).toMatchObject({ fallDetected: true, fallConfidence: 0.6, fallLevel: 'POTENTIAL' });
    // Nobody would be notified without an answer, so the wearer is not asked.
    expect(answer.confirmation).toEqual({ required: false, expiresAt: null });
    expect(await listAlerts(carl)).toEqual([]);
    expect(await readFall(ann, fallEventId)).toMatchObject({ withheldUpTo: 0.6, alerts: [], escalation: null });
    const { data } = await carl.get(`/patients/${ann.id}/falls`);
    expect(data[0]).toMatchObject({ id: fallEventId, withheldUpTo: 0.6 });
    expect((await carl.get(thresholdPath(ann))).data.answers).toMatchObject({ alerts: 5, withheld: 1 });
  });

  test('found in an upload is recorded without an alert', async () => {
    const { ann, carl } = await scene();
    const impact = { accel_x: 0, accel_y: 0, accel_z: 45, gyro_x: 400, gyro_y: 0, gyro_z: 0 };
    const answer = await ann.post('/device/readings', upload(freshMac(), { ...impact, age_ms: 60_000 }));
    const { fallEventId, fallLevel } = answer.data.results[0];
    expect(fallLevel).toBe('POTENTIAL');
    expect(await readFall(ann, fallEventId)).toMatchObject({ withheldUpTo: 0.6, alerts: [] });
    expect(await listAlerts(carl)).toEqual([]);
  });

  test.each([0.61, 0.8, 0.95])('raises its alert when the same incident rises to %d', async (confidence) => {
    const { ann, carl } = await scene();
    const { id: deviceId } = await device(ann);
    const id = await findFall(ann, 0.55, { deviceId });
    await findFall(ann, 0.6, { deviceId });
    expect(await listAlerts(carl)).toEqual([]);
    expect(await findFall(ann, confidence, { deviceId })).toBe(id);
    expect(await readFall(carl, id)).toMatchObject({ withheldUpTo: null, alerts: [{ caregiverId: carl.id }] });
    expect(await listAlerts(carl)).toHaveLength(1);
  });

  test('after “I’m OK” alerts only when its level rises', async () => {
    const { ann, carl } = await scene();
    const { id: deviceId } = await device(ann);
    const id = await findFall(ann, 0.55, { deviceId });
    await ann.post(`/falls/${id}/cancel`);
    await findFall(ann, 0.65, { deviceId });
    expect(await alertAbout(carl, id)).toBeUndefined();
    await findFall(ann, 0.8, { deviceId });
    expect(await alertAbout(carl, id)).toMatchObject({ severity: 'HIGH' });
  });

  test('raises its alert if the device is silent after it', async () => {
    const { ann, carl } = await scene();
    const { platform } = await testServer();
    const { fallEventId } = await streamImpact(ann, {});
    const lookForSilence = () => raiseSilentImpacts(createContext(platform, system));
    await lookForSilence();
    expect(await listAlerts(carl)).toEqual([]);
    await pass(11);
    await lookForSilence();
    expect(await alertAbout(carl, fallEventId)).toMatchObject({ severity: 'MEDIUM' });
    expect(await readFall(carl, fallEventId)).toMatchObject({ withheldUpTo: null });
  });
});

describe('the personal threshold does not affect', () => {
  test.each([0.601, 0.7, 0.71, 0.95])('a fall of %d', async (confidence) => {
    const { ann, carl } = await scene();
    const id = await findFall(ann, confidence);
    expect(await alertAbout(carl, id)).toBeDefined();
  });

  test('a fall that a person reports', async () => {
    const { ann, carl } = await scene();
    expect(await alertAbout(carl, await reportFall(ann, 0.55))).toBeDefined();
  });

  test('an undecided impact followed by silence', async () => {
    const { ann, carl } = await scene();
    const id = await findFall(ann, 0.6, { evidence: [{ feature: 'silent_for', value: 11, unit: 's', weight: 0 }] });
    expect(await alertAbout(carl, id)).toBeDefined();
  });
});
