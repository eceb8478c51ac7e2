import { expect, test } from 'vitest';
import { freshEngine, pass } from '../../../test/engine.js';
import { caregiver, type Person, patient, root } from '../../../test/people.js';

const firstAlert = async (carer: Person) => (await carer.get('/caregivers/alerts')).data[0];

test('a drill runs through the real steps, is marked, ends after the last step, and is in no statistics', async () => {
  const [ann, boss, engine] = [await patient(), await root(), await freshEngine()];
  const carl = await caregiver({ of: ann });
  const drill = await carl.post(`/patients/${ann.id}/drills`);
  expect(drill).toHaveStatus(201);
  expect(drill.data).toMatchObject({
    patientId: ann.id,
    alerts: { notified: true, caregiverCount: 1, adminsNotified: false },
  });
  await engine.run();
  expect(engine.toldTo(carl.id)).toMatchObject([{ type: 'DRILL', isDrill: true, step: 1 }]);
  expect(await firstAlert(carl)).toMatchObject({ type: 'DRILL', isDrill: true, fallId: null });
  expect(await carl.post(`/patients/${ann.id}/drills`)).toHaveStatus(409);
  await pass(60);
  await engine.run();
  await pass(120);
  await engine.run();
  expect(engine.toldTo(carl.id)).toHaveLength(3);
  expect(engine.toldTo(boss.id).filter((notice) => notice.patientId === ann.id)).toMatchObject([
    { isDrill: true, step: 3 },
  ]);
  await pass(24 * 3_600);
  await engine.run();
  expect(engine.toldTo(carl.id)).toHaveLength(3);
  const { byPatient } = (await boss.get('/admin/response-times')).data;
  expect(byPatient.some((row: { patientId: string }) => row.patientId === ann.id)).toBe(false);
});

test('an acknowledged drill is over, and another can be started', async () => {
  const [ann, engine] = [await patient(), await freshEngine()];
  const carl = await caregiver({ of: ann });
  await carl.post(`/patients/${ann.id}/drills`);
  await carl.post(`/caregivers/alerts/${(await firstAlert(carl)).id}/acknowledge`);
  await pass(3_600);
  await engine.run();
  expect(engine.toldTo(carl.id)).toEqual([]);
  expect(await carl.post(`/patients/${ann.id}/drills`)).toHaveStatus(201);
});
