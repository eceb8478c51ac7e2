import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patient } from '../../../test/people.js';
import { rolledBack } from '../../../test/rollback.js';
import type { Db } from '../../platform/db/database.js';
import { newId } from '../../platform/ids.js';
import { escalationStates, toState } from '../escalation/escalation.rules.js';
import { countOpenByPatient } from './alerts.store.js';
import { findEscalationOfFall } from './fall-alerts.store.js';

const now = '2026-01-15T12:00:00.000Z';
const time = fc.constantFrom(null, now);
const withClosedAs = <Row extends { closedAt: string | null }>(row: Row) => {
  return { ...row, closedAs: row.closedAt === null ? null : ('RESOLVED' as const) };
};
const times = fc.record({
  step: fc.nat(3),
  acknowledgedAt: time,
  closedAt: time,
  /** Null: an escalation from before falls could share one, without a row in escalation_falls. */
  fall: fc.option(fc.record({ closedAt: time }), { freq: 4 }),
});

async function insertEscalation(
  db: Db,
  userId: string,
  { fall, ...escalation }: typeof times extends fc.Arbitrary<infer T> ? T : never,
) {
  const [fallId, escalationId] = [newId(), newId()];
  const motion = { sensorData: null, explanation: null, location: null, witnessed: null, injuries: null };
  await db
    .insertInto('falls')
    .values({
      id: fallId,
      userId,
      deviceId: null,
      confidence: 0.7,
      status: 'HIGH',
      ...motion,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  const about = { patientId: userId, fallId, type: 'FALL_DETECTED', severity: 'HIGH', message: '' } as const;
  const plan = JSON.stringify({ steps: [], repeatEveryMs: null, reopenAfterMs: null, mustReach: true });
  await db
    .insertInto('escalations')
    .values({
      id: escalationId,
      ...about,
      plan,
      raisedAt: now,
      startedAt: now,
      dueAt: null,
      ...withClosedAs(escalation),
    })
    .execute();
  if (fall)
    await db
      .insertInto('escalationFalls')
      .values({ fallId, escalationId, isAnnounced: true, ...withClosedAs(fall) })
      .execute();
  return fallId;
}

test('the state in SQL and toState agree for every escalation', async () => {
  const { id: userId } = await patient();
  await rolledBack(async (db) => {
    const samples = fc.sample(times, 300);
    const computed = samples.map(({ fall, ...escalation }) =>
      // A fall that has ended is closed, also while its escalation goes on for others.
      toState({ ...escalation, closedAt: fall?.closedAt ?? escalation.closedAt }),
    );
    const shown = [];
    for (const sample of samples) {
      const fallId = await insertEscalation(db, userId, sample);
      shown.push((await findEscalationOfFall(db, fallId))?.state);
    }
    expect(new Set(computed).size).toBe(escalationStates.length);
    expect(shown).toEqual(computed);
    const open = samples.filter((escalation) => ['WAITING', 'ESCALATING'].includes(toState(escalation)));
    expect(await countOpenByPatient(db, [userId])).toEqual([{ patientId: userId, open: open.length }]);
  });
});
