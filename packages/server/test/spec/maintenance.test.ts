import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { testServer } from '../harness.js';
import { type Answer, caregiver, logIn, password, patient, root } from '../people.js';
import { dayMs, expectRefusal, minuteMs, time } from './shapes.js';

/** POST /admin/maintenance */

/** Every task of the contract. */
const tasks = `cleanup_sensor_data cleanup_logs cleanup_sessions
refresh_device_status recalculate_health_scores optimize_database`.split(/\s/);

const run = async (task: string, options?: object): Promise<Answer> =>
  (await root()).post('/admin/maintenance', { task, ...(options ? { options } : {}) });

/** How much a dry run would do, under whichever name. */
const foundBy = (answer: Answer): number =>
  Math.max(...Object.values(answer.data.result).filter((value) => typeof value === 'number'));

test.each(tasks)('%s answers what it did, dry run or not', async (task) => {
  for (const dryRun of [true, false]) {
    const answer = await run(task, { dryRun });
    expect(answer).toHaveStatus(200);
    expect(answer.data).toMatchObject({
      task,
      status: 'COMPLETED',
      result: expect.any(Object),
      startedAt: time,
      finishedAt: time,
    });
    expect(Date.parse(answer.data.finishedAt)).toBeGreaterThanOrEqual(Date.parse(answer.data.startedAt));
  }
});

test('an unknown task is 400 and lists the known ones', async () => {
  for (const task of ['make_coffee', '', 5, null]) expectRefusal(await run(task as string), 400, 'task');
  const { details } = (await run('make_coffee')).body;
  for (const task of tasks) expect(details.task).toContain(task);
  expectRefusal(await (await root()).post('/admin/maintenance', {}), 400, 'task');
  for (const olderThanDays of [0, -1, 1.5, '5'])
    expectRefusal(await run('cleanup_logs', { olderThanDays }), 400, 'options.olderThanDays');
});

test('cleanup_sensor_data drops days of readings older than 90 days, and no others', async () => {
  const { platform } = await testServer();
  const toDay = (age: number) => new Date(Date.now() - age * dayMs).toISOString().slice(0, 10);
  for (const day of ['2001-03-05', toDay(91), toDay(89)])
    await sql`select ensure_reading_partitions(${day}::date, 1)`.execute(platform.db);
  const names = async () => {
    const { rows } = await sql<{ name: string }>`select reading_partitions_before('2999-01-01') as name`.execute(
      platform.db,
    );
    return rows.map((row) => row.name);
  };
  const partitionName = (day: string) => `readings_${day.replaceAll('-', '')}`;
  const dry = await run('cleanup_sensor_data', { dryRun: true });
  expect(JSON.stringify(dry.data.result)).toContain(partitionName('2001-03-05'));
  expect(await names()).toEqual(expect.arrayContaining([partitionName('2001-03-05'), partitionName(toDay(91))]));
  await run('cleanup_sensor_data');
  const left = await names();
  expect(left).not.toContain(partitionName('2001-03-05'));
  expect(left).not.toContain(partitionName(toDay(91)));
  expect(left).toContain(partitionName(toDay(89)));
  expect(left).toContain(partitionName(toDay(0)));
  await run('cleanup_sensor_data', { olderThanDays: 80 });
  expect(await names()).not.toContain(partitionName(toDay(89)));
});

test('cleanup_logs deletes system logs older than the given days', async () => {
  const { platform } = await testServer();
  const entry = (age: number) => ({
    id: newId(),
    level: 'info' as const,
    source: 'test',
    message: 'Old',
    userId: null,
    timestamp: new Date(Date.now() - age * dayMs).toISOString(),
  });
  const [old, fresh] = [entry(91), entry(89)];
  await platform.db.insertInto('systemLog').values([old, fresh]).execute();
  const left = async () => {
    const rows = await platform.db.selectFrom('systemLog').select('id').where('id', 'in', [old.id, fresh.id]).execute();
    return rows.map((row) => row.id).sort();
  };
  const dry = await run('cleanup_logs', { dryRun: true });
  expect(foundBy(dry)).toBeGreaterThanOrEqual(1);
  expect(await left()).toEqual([old.id, fresh.id].sort());
  expect((await run('cleanup_logs')).data.result.logsDeleted).toBe(foundBy(dry));
  expect(await left()).toEqual([fresh.id]);
});

test('cleanup_sessions deletes expired sessions and invitations, never active ones', async () => {
  const { platform } = await testServer();
  const ann = await patient();
  const expired = newId();
  const past = new Date(Date.now() - minuteMs).toISOString();
  await platform.db
    .insertInto('sessions')
    .values({ id: expired, userId: ann.id, createdAt: past, expiresAt: past })
    .execute();
  const left = async () =>
    (await platform.db.selectFrom('sessions').select('id').where('userId', '=', ann.id).execute()).length;
  expect(foundBy(await run('cleanup_sessions', { dryRun: true }))).toBeGreaterThanOrEqual(1);
  expect(await left()).toBe(2);
  await run('cleanup_sessions');
  expect(await left()).toBe(1);
  expect(await ann.get('/me')).toHaveStatus(200);
  expect(await logIn(ann.email, password)).toMatchObject({ id: ann.id });
});

test('is for admins only', async () => {
  for (const who of [await patient(), await caregiver()])
    expectRefusal(await who.post('/admin/maintenance', { task: 'cleanup_logs' }), 403);
});
