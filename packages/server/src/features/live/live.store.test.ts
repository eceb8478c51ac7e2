import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { admin, caregiver, patient } from '../../../test/people.js';
import { rolledBack } from '../../../test/rollback.js';
import { listBacklogs, listEvents, numberEvents } from './live.store.js';

test('a person gets the same events from a backlog and from the live stream', async () => {
  const [ann, bob, boss] = [await patient(), await patient(), await admin()];
  const carl = await caregiver({ of: ann });
  const people = [ann, bob, carl, boss].map(({ id }) => ({ id, isAdmin: id === boss.id }));
  const ids = people.map(({ id }) => id);
  const events = fc.record({
    recipients: fc.subarray(ids),
    toAdmins: fc.boolean(),
    patientId: fc.option(fc.constantFrom(ann.id, bob.id)),
  });
  await rolledBack(async (db) => {
    const after = await numberEvents(db);
    for (const { recipients, toAdmins, patientId } of fc.sample(events, 300))
      await sql`
        insert into live_events (at, type, recipients, to_admins, patient_id, data)
        values (service_now(), 'test', ${recipients}::uuid[], ${toAdmins}, ${patientId}::uuid, '{}')`.execute(db);
    const upTo = await numberEvents(db);
    const shared = await listEvents(db, after, 1_000);
    expect(shared).toHaveLength(300);
    const backlogs = people.map(({ id, isAdmin }) => ({ userId: id, isAdmin, after, upTo }));
    const stored = await listBacklogs(db, backlogs, 1_000);
    for (const [index, { id, isAdmin }] of people.entries()) {
      // As live.writer.ts chooses the readers.
      const live = shared.filter(({ readers, toAdmins }) => readers.includes(id) || (isAdmin && toAdmins));
      expect(live.length).toBeGreaterThan(20);
      expect(stored[index]?.map(({ position }) => position)).toEqual(live.map(({ position }) => position));
    }
  });
});
