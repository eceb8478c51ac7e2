import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { acknowledge } from '../../../test/alerts.js';
import { pass } from '../../../test/engine.js';
import { nextApp, testServer } from '../../../test/harness.js';
import { createWard, fall } from '../../../test/statistics.js';

describe('the file of falls', () => {
  test('begins with the mark of UTF-8, by which Excel knows it', async () => {
    const [{ noah }, app] = [await createWard(), await nextApp()];
    const headers = { authorization: `Bearer ${noah.token}` };
    const { rawPayload } = await app.inject({ url: '/api/statistics/falls.csv', headers });
    expect([...rawPayload.subarray(0, 5)]).toEqual([0xef, 0xbb, 0xbf, ...Buffer.from('da')]);
  });

  test('has a line for each fall, in the time zone and without formulas', async () => {
    const { rose, noah, ward } = await createWard();
    await rose.put('/profile/me', { firstName: '=HYPERLINK("x")', lastName: 'Müller' });
    const id = await fall(rose);
    await pass(20);
    await acknowledge(noah, id);
    await noah.post(`/falls/${id}/resolve`, { outcome: 'HOSPITAL' });
    const { body } = await noah.get('/statistics/falls.csv?timeZone=Asia/Tokyo');
    const [header, line, end] = body.split('\r\n');
    expect(header).toBe('date,time,person,ward,room,location,level,outcome,answeredAfterSeconds,device,fallId');
    expect(line).toMatch(
      new RegExp(
        `^\\d{4}-\\d\\d-\\d\\d,\\d\\d:\\d\\d:\\d\\d,"'=HYPERLINK\\(""x""\\) Müller",${ward},12,,HIGH,HOSPITAL,2\\d,,${id}$`,
      ),
    );
    expect(end).toBe('');
    const german = (await noah.get('/statistics/falls.csv?separator=semicolon')).body.split('\r\n')[1];
    expect(german).toContain(`;${ward};12;;HIGH;HOSPITAL;`);
  });

  test('is read in pieces without losing or repeating a line', async () => {
    const { rose, noah } = await createWard();
    const id = await fall(rose);
    const { platform } = await testServer();
    // Many in the same millisecond, some at the same moment: the pieces end between them.
    await sql`with copied as (
        insert into falls (id, user_id, confidence, status, created_at, updated_at)
        select gen_random_uuid(), user_id, confidence, status, created_at, updated_at
        from falls, generate_series(1, 2500) where falls.id = ${id} returning id, user_id, created_at)
      insert into escalations (id, patient_id, fall_id, type, severity, message, plan, raised_at, started_at)
      select gen_random_uuid(), user_id, id, 'FALL_DETECTED', 'HIGH', 'Fall detected', '{}',
        created_at + row_number() over () / 3 * interval '1 microsecond', created_at
      from copied`.execute(platform.db);
    const ids = (await noah.get('/statistics/falls.csv')).body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line: string) => line.slice(-36));
    expect(ids).toHaveLength(2_501);
    expect(new Set(ids).size).toBe(2_501);
  });
});

test('the timeline of a fall is a file too', async () => {
  const { rose, noah } = await createWard();
  const id = await fall(rose);
  await acknowledge(noah, id);
  await noah.post(`/falls/${id}/resolve`, { outcome: 'HELPED' });
  const { body } = await noah.get(`/falls/${id}/timeline.csv`);
  const lines = body.trim().split('\r\n');
  expect(lines[0]).toBe('at,event,person,channel,status,reason');
  const events = lines.slice(1).map((line: string) => line.split(',')[1]);
  expect(events).toEqual(expect.arrayContaining(['RECORDED', 'DELIVERY', 'ACKNOWLEDGED', 'ANSWER', 'RESOLVED']));
  expect(body).toContain(',ANSWER,Ann Lee,,ON_IT,');
  expect(body).toMatch(/,RESOLVED,,,HELPED,\r\n/);
});
