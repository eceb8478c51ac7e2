import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { listAlerts } from '../alerts.js';
import { caregiver, type Person, patient } from '../people.js';
import { expectRefusal, id, time } from './shapes.js';

describe('the level of a confidence', () => {
  test.each([
    [0, 'NO_FALL'],
    [0.29, 'NO_FALL'],
    [0.3, 'NO_FALL'],
    [0.1 + 0.2, 'NO_FALL'],
    [0.30004, 'NO_FALL'],
    [0.3001, 'SUSPICIOUS'],
    [0.305, 'SUSPICIOUS'],
    [0.31, 'SUSPICIOUS'],
    [0.5, 'SUSPICIOUS'],
    [0.505, 'POTENTIAL'],
    [0.51, 'POTENTIAL'],
    [0.7, 'POTENTIAL'],
    [0.705, 'HIGH'],
    [0.71, 'HIGH'],
    [0.89, 'HIGH'],
    [0.8901, 'CONFIRMED'],
    [0.895, 'CONFIRMED'],
    [0.9, 'CONFIRMED'],
    [1, 'CONFIRMED'],
  ])('%d is %s', async (confidence, status) => {
    const ann = await patient();
    const { data } = await ann.post('/falls', { confidence });
    expect(data).toMatchObject({ confidence, status });
    expect((await ann.get(`/falls/${data.id}`)).data).toMatchObject({ confidence, status });
  });
});

describe('POST /falls', () => {
  test('answers every field', async () => {
    const ann = await patient();
    const given = { location: 'Bathroom', witnessed: false, injuries: 'Bruised hip' };
    const full = await ann.post('/falls', { confidence: 0.8, ...given });
    expect(full).toHaveStatus(201);
    const { location, witnessed } = given;
    const fields = { id, userId: ann.id, confidence: 0.8, status: 'HIGH', location, witnessed, createdAt: time };
    expect(full.data).toMatchObject({ ...fields, alerts: { notified: false, caregiverCount: 0 } });
    expect((await ann.get(`/falls/${full.data.id}`)).data).toMatchObject(given);
    const bare = await ann.post('/falls', { confidence: 0.2 });
    expect(bare.data).toMatchObject({ location: null, witnessed: null });
  });

  test('a report that names somebody else, or anything unknown, is 400 and records nothing', async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    for (const unknown of [{ patientId: ann.id }, { userId: ann.id, status: 'CONFIRMED' }, { surprise: [] }]) {
      const answer = await carer.post('/falls', { confidence: 0.8, ...unknown });
      expectRefusal(answer, 400, ...Object.keys(unknown));
      expect(answer.body.code).toBe('VALIDATION_FAILED');
      for (const sentence of Object.values(answer.body.details))
        expect(sentence).toMatch(/^is not known here\. A report is about a fall of the caller/);
    }
    for (const person of [ann, carer]) expect((await person.get('/falls')).data).toEqual([]);
    expect(await carer.post('/falls', { confidence: 0.8 })).toHaveStatus(201);
  });

  test('errors', async () => {
    const ann = await patient();
    expectRefusal(await ann.post('/falls', {}), 400, 'confidence');
    for (const confidence of [-0.0001, 1.0001, 2, -1])
      expectRefusal(await ann.post('/falls', { confidence }), 400, 'confidence');
    expect((await ann.get('/falls')).body.pagination.total).toBe(0);
  });
});

describe('Idempotency-Key', () => {
  test('every call creates a record, except with the same Idempotency-Key', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const carer = await caregiver({ of: ann });
    const key = newId();
    const send = (who: Person, confidence = 0.8) => who.post('/falls', { confidence }, { 'idempotency-key': key });
    const first = await send(ann);
    const again = await send(ann);
    expect(again).toHaveStatus(201);
    expect(again.data).toEqual(first.data);
    expect((await send(bob)).data.id).not.toBe(first.data.id);
    expect(await listAlerts(carer)).toHaveLength(1);
    await ann.post('/falls', { confidence: 0.8 });
    await ann.post('/falls', { confidence: 0.8 });
    expect((await ann.get('/falls')).body.pagination.total).toBe(3);
  });

  test('the same Idempotency-Key several times at once creates one record', async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    const headers = { 'idempotency-key': newId() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => ann.post('/falls', { confidence: 0.8 }, headers)));
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
    expect(await listAlerts(carer)).toHaveLength(1);
  });
});
