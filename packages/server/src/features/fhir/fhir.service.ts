/** A person's record as FHIR R4. Read-only, and only what the caller may see elsewhere. */
import type { Bundle } from '@medplum/fhirtypes';
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context } from '../../platform/context.js';
import { invalid, tooMany } from '../../platform/refusal.js';
import { readPatient } from '../patients/patients.service.js';
import { computeScore } from '../scores/scores.service.js';
import { readVitals } from '../vitals/vitals.service.js';
import { parsePeriod, toBundle } from './fhir.rules.js';
import type { FhirQuery } from './fhir.schema.js';
import * as store from './fhir.store.js';
import { type InBundle, toCommunication, toDetectedIssue } from './incidents.rules.js';
import { toDevice, toFlag, toObservations, toPatient } from './person.rules.js';

/** About 1.5 kB each: an answer stays below 10 MB. */
const maxFalls = 1_000;
const maxDeliveries = 5_000;
/** As for other exports: too few to keep the database busy. */
const filesPerHour = 60;
const hourMs = 3_600_000;

/** The wearer's own. */
export async function exportOwn(ctx: Context, query: FhirQuery): Promise<Bundle> {
  const bundle = await exportPatient(ctx, actorId(ctx), query);
  await recordAudit(ctx, 'fhir.readOwn', actorId(ctx));
  return bundle;
}

/** The guard has recorded who reads whose record. */
export async function exportPatient(ctx: Context, patientId: string, query: FhirQuery): Promise<Bundle> {
  const period = parsePeriod(query, ctx.clock.nowMs());
  await refuseTooMany(ctx);
  const isOwn = patientId === actorId(ctx);
  const profile = await readPatient(ctx, patientId);
  const devices = await store.listDevices(ctx.db, patientId, isOwn);
  const { buckets } = await readVitals(ctx, patientId, period);
  const falls = limit('falls', await store.listFalls(ctx.db, patientId, { ...period, limit: maxFalls + 1 }), maxFalls);
  const deliveries = limit(
    'messages',
    await store.listDeliveries(ctx.db, patientId, { ...period, limit: maxDeliveries + 1 }),
    maxDeliveries,
  );
  const score = await computeScore(ctx, patientId);
  const observations = buckets.flatMap((bucket) => toObservations(bucket, patientId, period));
  const inBundle: InBundle = {
    patientId,
    deviceIds: new Set(devices.map(({ id }) => id)),
    fallIds: new Set(falls.map(({ id }) => id)),
    observations,
  };
  const resources = [
    toPatient(profile),
    ...devices.map((device) => toDevice(device, patientId)),
    // Without data there is no score to speak of.
    ...(score.basis === 'DATA' ? [toFlag(score, patientId, ctx.now())] : []),
    ...observations,
    ...falls.map((fall) => toDetectedIssue(fall, inBundle)),
    ...deliveries.map((delivery) => toCommunication(delivery, inBundle)),
  ];
  return toBundle(resources, `${ctx.config.publicUrl}/api`, ctx.now());
}

function limit<Row>(what: string, rows: Row[], max: number): Row[] {
  if (rows.length > max)
    throw invalid({ from: `the period has more than ${max} ${what}: choose a later from or an earlier to` });
  return rows;
}

async function refuseTooMany(ctx: Context): Promise<void> {
  const { count, resetAtMs } = await ctx.hot.countHit(`fhir:${actorId(ctx)}`, hourMs);
  if (count > filesPerHour)
    throw tooMany(
      `At most ${filesPerHour} files an hour. Try again later.`,
      Math.max(1, Math.ceil((resetAtMs - ctx.clock.nowMs()) / 1_000)),
    );
}
