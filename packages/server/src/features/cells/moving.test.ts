import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CellSite, openCells, signUpIn } from '../../../test/cells.js';
import { rootAdmin } from '../../../test/harness.js';
import { caller, freshEmail, freshMac, reading } from '../../../test/people.js';
import { profile } from '../../../test/servers.js';
import type { SensorEvidence } from '../../platform/db/tables/falls.js';
import { newId } from '../../platform/ids.js';
import { writeDeviceUpdates } from '../devices/devices.service.js';
import { type DetectedFall, recordCarriedFall } from '../falls/recording.service.js';
import { findGroup } from './group.store.js';
import { asMover, finishMoves, type Mover, movePerson } from './moving.service.js';
import { readRows } from './rows.store.js';

let a: CellSite;
let b: CellSite;

/** A wearer with a caregiver, a device that has sent a fall, an alert, messages and a plan. */
async function createHome(site: CellSite) {
  const [wearer, carer] = [await signUpIn(site), await signUpIn(site, 'CAREGIVER')];
  const admin = await caller(undefined, site.app).post('/auth/login', {
    email: `${site.ctx.cells?.own}-${rootAdmin.email}`,
    password: rootAdmin.password,
  });
  const root = caller(admin.body.token, site.app);
  await root.post(`/caregivers/${carer.id}/patients`, { patientId: wearer.id, relationship: 'Nurse' });
  const mac = freshMac();
  const worn = caller(wearer.token, site.app);
  const answer = await worn.post('/device/sensor-stream', reading(mac));
  expect(answer).toMatchObject({ status: 200 });
  expect(await worn.post('/falls', { confidence: 0.9 })).toMatchObject({ status: 201 });
  expect(
    await caller(carer.token, site.app).post('/messages', { recipientId: wearer.id, content: 'I am coming' }),
  ).toMatchObject({ status: 201 });
  expect(await root.post('/messages', { recipientId: wearer.id, content: 'From an admin, who stays' })).toMatchObject({
    status: 201,
  });
  await writeDeviceUpdates(site.ctx, 'all');
  await site.enterPlaces();
  return { wearer, carer, mac, explanation: answer.data.explanation };
}

const inB = <T>(work: (mover: Mover) => Promise<T>) => asMover(a.ctx, { cell: 'b', databaseUrl: b.databaseUrl }, work);
const inA = <T>(work: (mover: Mover) => Promise<T>) => asMover(b.ctx, { cell: 'a', databaseUrl: a.databaseUrl }, work);

/** The connection to the other cell is lost at its first change. */
function losingConnection(mover: Mover): Mover {
  const query: Mover['to']['query'] = (text, values) =>
    text.startsWith('insert')
      ? Promise.reject(Object.assign(new Error('Connection reset'), { code: 'ECONNRESET' }))
      : mover.to.query(text, values);
  return { ...mover, to: { ...mover.to, query } };
}

async function readAll({ bulk }: CellSite, userId: string): Promise<Record<string, unknown[]>> {
  const moved = await readRows(bulk, await findGroup(bulk, userId));
  return Object.fromEntries(moved.map(({ table, rows }) => [table, rows.toSorted(byText)]));
}
const byText = (one: unknown, other: unknown): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

const toIds = (rows: unknown[] | undefined) => rows?.map((row) => (row as { id: string }).id).toSorted();

function carriedFall(
  { devices = [] }: Record<string, unknown[]>,
  userId: string,
  explanation: DetectedFall['explanation'],
): DetectedFall {
  const at = new Date().toISOString();
  const sensorData = { accel: [0, 0, 45], gyro: [400, 0, 0], timestamp: at } as SensorEvidence;
  const { id: deviceId } = devices[0] as { id: string };
  return { id: newId(), at, deviceId, userId, confidence: 0.8, explanation, sensorData, evidence: [] };
}

const countReadings = async ({ bulk }: CellSite, mac: string): Promise<number> => {
  const text =
    'select count(*)::integer as count from readings join devices on key = device_key where mac_address = $1';
  return (await bulk.query<{ count: number }>(text, [mac]))[0]?.count as number;
};

describe.runIf(profile === 'cluster')('a move to another cell', () => {
  beforeAll(async () => {
    [a, b] = await openCells();
  });
  afterAll(async () => {
    await a.close();
    await b.close();
  });

  test('everything of a person moves, and comes back', async () => {
    const { wearer, carer, mac, explanation } = await createHome(a);
    const before = await readAll(a, wearer.id);
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        'users',
        'sessions',
        'devices',
        'falls',
        'alerts',
        'escalations',
        'assignments',
        'messages',
      ]),
    );
    // The message of the admin, who stays, stays with nobody.
    expect(before.messages).toHaveLength(1);

    expect(await inB((mover) => movePerson(mover, carer.email))).toBe(2);
    expect(await readAll(b, wearer.id)).toEqual(before);
    expect(await readAll(a, wearer.id)).toEqual({});
    // Both cells know at once, also those who asked before.
    for (const { app } of [a, b]) {
      expect(await caller(wearer.token, app).get('/profile/me')).toMatchObject({
        status: 200,
        data: { id: wearer.id },
      });
      expect((await caller(carer.token, app).get('/caregivers/alerts')).data).toHaveLength(1);
      expect(
        await caller(wearer.token, app).post('/device/sensor-stream', reading(mac, { uptime_ms: 9_000 })),
      ).toMatchObject({ status: 200 });
    }
    // A fall that was in the journal when they left.
    const late = carriedFall(before, wearer.id, explanation);
    await recordCarriedFall(a.ctx, late);
    expect(await inB(finishMoves)).toBe(1);
    expect((await readAll(b, wearer.id)).falls).toContainEqual(expect.objectContaining({ id: late.id }));
    expect((await caller(carer.token, b.app).get('/caregivers/alerts')).data).toHaveLength(2);
    expect(await countReadings(b, mac)).toBe(2);

    await writeDeviceUpdates(b.ctx, 'all');
    expect(await inA((mover) => movePerson(mover, wearer.email))).toBe(2);
    expect(await inA(finishMoves)).toBe(1);
    const after = await readAll(a, wearer.id);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(toIds(after.alerts)).toEqual(expect.arrayContaining(toIds(before.alerts) as string[]));
    expect(await caller(carer.token, a.app).get('/profile/me')).toMatchObject({ status: 200 });
    expect(await countReadings(a, mac)).toBe(2);
  });

  test('people whom the other cell refuses stay where they are', async () => {
    const { wearer } = await createHome(a);
    const before = await readAll(a, wearer.id);
    await b.bulk.query(
      `insert into users (id, email, email_key, first_name, last_name, role, created_at, updated_at)
       values ($1, $2, $2, 'Some', 'Body', 'PATIENT', now(), now())`,
      [wearer.id, freshEmail()],
    );
    await expect(inB((mover) => movePerson(mover, wearer.email))).rejects.toThrow('users_pkey');
    expect(await readAll(a, wearer.id)).toEqual(before);
    expect(await caller(wearer.token, a.app).get('/profile/me')).toMatchObject({ status: 200 });
    expect(await inB(finishMoves)).toBe(0);
  });

  test('a move that was cut short is finished by the next command', async () => {
    const { wearer, mac } = await createHome(a);
    const before = await readAll(a, wearer.id);
    await inB((mover) => expect(movePerson(losingConnection(mover), wearer.email)).rejects.toThrow('--finish'));
    // In the meantime nobody can say who it is: the request may be repeated.
    expect(await caller(wearer.token, a.app).get('/profile/me')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
    });
    const waiting = caller(wearer.token, a.app).get('/profile/me');
    expect(await inB(finishMoves)).toBe(1);
    expect(await waiting).toMatchObject({ status: 200 });
    expect(await readAll(b, wearer.id)).toEqual(before);
    expect(await countReadings(b, mac)).toBe(1);
  });

  test('an admin, and an address that the other cell has, stop a move before it begins', async () => {
    const { wearer } = await createHome(a);
    await b.bulk.query(
      `insert into users (id, email, email_key, first_name, last_name, role, created_at, updated_at)
       values ($1, $2, $2, 'Some', 'Body', 'PATIENT', now(), now())`,
      [newId(), wearer.email],
    );
    await expect(inB((mover) => movePerson(mover, wearer.email))).rejects.toThrow(wearer.email);
    await expect(inB((mover) => movePerson(mover, `a-${rootAdmin.email}`))).rejects.toThrow(
      'an admin belongs to a cell',
    );
    await expect(asMover(a.ctx, { cell: 'a', databaseUrl: a.databaseUrl }, finishMoves)).rejects.toThrow('already');
  });
});
