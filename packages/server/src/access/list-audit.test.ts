import { expect, test } from 'vitest';
import { testServer } from '../../test/harness.js';
import { admin, caregiver, device, type Person, patient } from '../../test/people.js';

/** The audit entries of a person's list reads, oldest first. */
async function listReads(person: Person) {
  const { platform } = await testServer();
  const entries = await platform.db
    .selectFrom('auditTrail')
    .select(['action', 'subjectId', 'requestId', 'details'])
    .where('actorId', '=', person.id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return entries.filter(({ details }) => details !== null);
}

/** Lists without other people's data, except of those the caller exchanges messages with. */
const ownLists = [
  '/api/contact-points',
  '/api/falls',
  '/api/messages',
  '/api/patients/me/views',
  '/api/profile/sessions',
  '/api/webhooks',
];

test('every list of people in the API document leaves an audit entry', async () => {
  const { app } = await testServer();
  const document = (await app.inject('/api/openapi.json')).json();
  // biome-ignore lint/suspicious/noExplicitAny: an API document, looked into freely.
  const isList = ({ get }: any): boolean =>
    get?.responses['200']?.content?.['application/json']?.schema?.properties?.data?.type === 'array';
  const lists = Object.keys(document.paths).filter((path) => isList(document.paths[path]) && !path.includes('{'));
  expect(lists.length).toBeGreaterThan(9);
  const [boss, carl] = [await admin(), await caregiver({ of: await patient() })];
  const asked = lists.filter((path) => !ownLists.includes(path));
  for (const path of asked) {
    const reader = path === '/api/caregivers/alerts' ? carl : boss;
    const before = (await listReads(reader)).length;
    expect(await reader.get(path.slice(4))).toHaveStatus(200);
    expect(await listReads(reader), path).toHaveLength(before + 1);
  }
  expect(await boss.get('/admin/response-times')).toHaveStatus(200);
  expect((await listReads(boss)).at(-1)).toMatchObject({ action: 'responseTimes.read' });
});

test('an entry has the filters and the numbers of rows, never text that a person typed', async () => {
  const [boss, ann] = [await admin(), await patient()];
  await boss.get(`/admin/users?role=PATIENT&limit=5&search=${ann.email}`);
  await boss.get(`/admin/falls?patientId=${ann.id}&dateFrom=2026-01-01`);
  const reads = await listReads(boss);
  expect(reads).toEqual([
    {
      action: 'user.list',
      subjectId: null,
      requestId: expect.any(String),
      details: { filters: { role: 'PATIENT', limit: 5, search: null }, count: 1, total: 1 },
    },
    {
      action: 'fall.listAll',
      subjectId: null,
      requestId: expect.any(String),
      details: { filters: { patientId: ann.id, dateFrom: '2026-01-01' }, count: 0, total: 0 },
    },
  ]);
  expect(JSON.stringify(reads)).not.toContain(ann.email);
});

test('the list of a caregiver is recorded with the caregiver as subject, also when an admin reads it', async () => {
  const ann = await patient();
  const [carl, boss] = [await caregiver({ of: ann }), await admin()];
  for (const reader of [carl, boss]) {
    expect(await reader.get(`/caregivers/${carl.id}/patients`)).toHaveStatus(200);
    expect(await listReads(reader)).toMatchObject([
      { action: 'caregiver.patients', subjectId: carl.id, details: { count: 1, total: 1 } },
    ]);
  }
});

test('the same list read again within the hour adds no entry; another page, filter or hour does', async () => {
  const { clock } = await testServer();
  const boss = await admin();
  const count = async () => (await listReads(boss)).length;
  for (let n = 0; n < 5; n++) await boss.get('/admin/users');
  expect(await count()).toBe(1);
  await boss.get('/admin/users?page=2');
  await boss.get('/admin/users?page=2');
  await boss.get('/admin/users?status=active');
  expect(await count()).toBe(3);
  clock.offsetMs = 3_601_000;
  try {
    await boss.get('/admin/users');
  } finally {
    clock.offsetMs = 0;
  }
  expect(await count()).toBe(4);
});

test('every search adds an entry: the search text may differ', async () => {
  const boss = await admin();
  for (const text of ['rose', 'daisy']) await boss.get(`/patients?search=${text}`);
  expect(await listReads(boss)).toHaveLength(2);
});

test('refused requests, own lists and single resources add no entry', async () => {
  const ann = await patient();
  const [carl, boss] = [await caregiver({ of: ann }), await admin()];
  expect(await boss.get('/admin/users?page=x')).toHaveStatus(400);
  expect(await carl.get('/admin/users')).toHaveStatus(403);
  expect(await ann.get('/falls')).toHaveStatus(200);
  const { id } = await device(ann);
  expect(await boss.get(`/device/${id}`)).toHaveStatus(200);
  for (const reader of [ann, carl, boss]) expect(await listReads(reader)).toEqual([]);
});
