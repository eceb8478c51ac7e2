/**
 * Impact followed by silence. An impact that is not yet decided leaves a due row; every further reading of the
 * device decides by itself. When the row falls due and nothing has come since, the device may lie broken beside
 * its wearer: the incident is raised to POTENTIAL, which wakes somebody. The row survives a restart.
 */
import { type Context, inTransaction } from '../../platform/context.js';
import { logForDevice } from '../devices/devices.service.js';
import { type DetectedFall, recordDetectedFall } from '../falls/falls.service.js';
import * as store from './silence.store.js';

/** The least that alerts. */
const silenceConfidence = 0.51;

export function awaitNextReading(
  ctx: Context,
  { deviceId, sensorData, explanation, evidence }: DetectedFall,
  { readingAt, withinMs }: { readingAt: string; withinMs: number },
): Promise<void> {
  return store.upsertSilence(ctx.db, { deviceId, readingAt, withinMs, sensorData, explanation, evidence });
}

/** Handles all that are due. Any process may, as often as it likes: each row is claimed, and goes with its alarm. */
export async function raiseSilentImpacts(ctx: Context): Promise<void> {
  while (await inTransaction(ctx, raiseNextSilentImpact));
}

async function raiseNextSilentImpact(ctx: Context): Promise<boolean> {
  const due = await store.claimDueSilence(ctx.db);
  if (!due) return false;
  const hasSpokenSince = due.lastSeen !== null && due.lastSeen > due.readingAt;
  if (!hasSpokenSince) await raise(ctx, due);
  await store.deleteSilence(ctx.db, due.deviceId);
  return true;
}

async function raise(ctx: Context, { deviceId, userId, sensorData, explanation, evidence }: store.DueSilence) {
  const summary = `${explanation.summary}, then silence`;
  await recordDetectedFall(ctx, {
    deviceId,
    userId,
    confidence: silenceConfidence,
    explanation: { ...explanation, summary },
    sensorData,
    evidence,
  });
  await logForDevice(ctx, deviceId, 'WARNING', 'Silent after an impact');
}
