import { describe, expect, test } from 'vitest';
import { caregiver, freshEmail, type Person, patient, root } from '../../../test/people.js';
import { pngPhoto } from '../../../test/photos.js';
import { expectRefusal } from '../../../test/spec/shapes.js';

const details = {
  room: '12',
  ward: '2nd floor',
  address: 'Elm Street 5, Berlin',
  keySafe: 'Left of the door, 4711',
  instructions: 'Speak loudly, she hears little.',
  medicalNotes: 'Takes blood thinners.',
  phoneNumbers: [
    { name: 'Marie Hill', relationship: 'Daughter', phone: '+49 171 7654321' },
    { name: 'Elm House', relationship: null, phone: '030/123456' },
  ],
};

const unknown = {
  room: null,
  ward: null,
  address: null,
  keySafe: null,
  instructions: null,
  medicalNotes: null,
  phoneNumbers: [],
  photoUrl: null,
};

const draft = () => ({ email: freshEmail(), firstName: 'Rose', lastName: 'Hill' });

async function findRow(carer: Person, id: string) {
  const { data } = await carer.get('/patients?limit=100');
  return data.find((row: { id: string }) => row.id === id);
}

describe('what responders need', () => {
  test('is stored with a new patient, and shown to the caregiver, the patient and admins', async () => {
    const carer = await caregiver();
    const created = await carer.post('/patients', { ...draft(), ...details, password: 'Correct-horse-7!' });
    expect(created).toHaveStatus(201);
    expect(created.data).toMatchObject({ ...details, photoUrl: null });
    const { id } = created.data;
    for (const who of [carer, await root()])
      expect((await who.get(`/patients/${id}`)).data).toMatchObject({ ...details, firstName: 'Rose' });
    const row = await findRow(carer, id);
    expect(row).toMatchObject({ room: '12', ward: '2nd floor', photoUrl: null });
    // A list is for choosing somebody: the rest is on the page of the person.
    expect(row).not.toHaveProperty('medicalNotes');
    expect(row).not.toHaveProperty('keySafe');
  });

  test('changes in parts: an absent key stays, null clears, numbers replace the list', async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    const path = `/patients/${ann.id}`;
    expect((await carer.get(path)).data).toMatchObject(unknown);
    expect((await carer.put(path, details)).data).toMatchObject(details);
    const moved = { room: '14', keySafe: null, phoneNumbers: [details.phoneNumbers[1]] };
    expect((await carer.put(path, moved)).data).toMatchObject({ ...details, ...moved });
    expect((await carer.put(path, { phoneNumbers: [] })).data).toMatchObject({ room: '14', phoneNumbers: [] });
    expect((await ann.get('/patients/me')).data).toMatchObject({ room: '14', ward: '2nd floor' });
  });

  test('has limits, and one number per entry', async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    const change = (changes: object) => carer.put(`/patients/${ann.id}`, changes);
    expectRefusal(await change({ room: 'x'.repeat(51) }), 400, 'room');
    expectRefusal(await change({ medicalNotes: 'x'.repeat(1_001) }), 400, 'medicalNotes');
    expectRefusal(await change({ instructions: ' ' }), 400, 'instructions');
    const six = Array.from({ length: 6 }, () => details.phoneNumbers[0]);
    expectRefusal(await change({ phoneNumbers: six }), 400, 'phoneNumbers');
    for (const phone of ['+49 30 7654321 or +49 171 7654321', '030 7654321 / 0171 76543210', 'call her', '1'])
      expect(await change({ phoneNumbers: [{ name: 'Marie', phone }] })).toHaveStatus(400);
    expect((await carer.get(`/patients/${ann.id}`)).data).toMatchObject(unknown);
  });

  test('is in the alerts of caregivers and admins, as it is now', async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    await carer.put(`/patients/${ann.id}`, { ...details, phone: '+49 30 111' });
    await ann.post('/falls', { confidence: 0.95 });
    const read = async () => (await carer.get('/caregivers/alerts')).data[0].patient;
    expect(await read()).toEqual({ ...details, phone: '+49 30 111', photoUrl: null });
    await carer.put(`/patients/${ann.id}`, { room: '14' });
    const { photoUrl } = (await carer.put(`/patients/${ann.id}/photo`, { image: pngPhoto })).data;
    expect(await read()).toMatchObject({ room: '14', photoUrl });
    const boss = await root();
    const { data } = await boss.get('/admin/alerts?limit=100');
    const own = data.find((alert: { patientId: string }) => alert.patientId === ann.id);
    expect(own.patient).toMatchObject({ room: '14', instructions: details.instructions });
    await boss.delete(`/patients/${ann.id}`);
    const after = (await carer.get('/caregivers/alerts?status=all')).data;
    expect(after.map(({ patient }: { patient: unknown }) => patient)).toEqual(after.map(() => null));
  });
});
