/**
 * Impact followed by silence. An undecided impact writes a row with a due time; further readings of the device are
 * assessed as usual. If no reading has arrived when the row is due, the device may lie broken beside its wearer: the
 * detector assesses the silence, and a fall is recorded and alerted. The same happens to a fall whose alert the person's
 * own threshold withheld. The row survives a restart.
 */
import { type Assessment, assessSilence, packState, toEvidenceWindow, unpackState } from '@fallwatch/detection';
import { type Context, inTransaction } from '../../platform/context.js';
import type { SensorEvidence } from '../../platform/db/tables/falls.js';
import { logForDevice } from '../devices/devices.service.js';
import { alertAfterSilence, recordDetectedFall } from '../falls/recording.service.js';
import * as store from './silence.store.js';

/**
 * Writes nothing unless the assessment is undecided. The next reading of a device that sends seldom is awaited for its
 * interval longer.
 */
export async function awaitNextReading(
  ctx: Context,
  { id: deviceId, intervalMs }: { readonly id: string; readonly intervalMs: number | null },
  { state, silenceDueAtMs }: Assessment,
  sensorData: SensorEvidence,
): Promise<void> {
  if (silenceDueAtMs === null) return;
  const readingAt = sensorData.timestamp;
  const withinMs = silenceDueAtMs - Date.parse(readingAt) + (intervalMs ?? 0);
  await store.upsertSilence(ctx.db, {
    deviceId,
    readingAt,
    withinMs,
    sensorData,
    state: Buffer.from(packState(state)),
  });
}

/**
 * Handles all due rows. Any process may run it at any time: each row is claimed, and is deleted in the transaction that
 * alerts.
 */
export async function raiseSilentImpacts(ctx: Context): Promise<void> {
  while (await inTransaction(ctx, raiseNextSilentImpact));
}

async function raiseNextSilentImpact(ctx: Context): Promise<boolean> {
  const due = await store.claimDueSilence(ctx.db);
  if (!due) return false;
  const lastSeen = ctx.state.deviceCache.unwrittenLastSeen(due.deviceId) ?? due.lastSeen;
  if (lastSeen === null || lastSeen <= due.readingAt) {
    await raise(ctx, due);
    await alertAfterSilence(ctx, { deviceId: due.deviceId, at: due.readingAt });
  }
  await store.deleteSilence(ctx.db, due.deviceId);
  return true;
}

async function raise(
  ctx: Context,
  { deviceId, userId, sensorData, state: packed, silentMs }: store.DueSilence,
): Promise<void> {
  const state = unpackState(packed);
  const found = state && assessSilence(state, state.atMs + silentMs);
  if (!state || !found) return;
  const { confidence, explanation } = found;
  const evidence = toEvidenceWindow(state);
  const [id, at] = [ctx.newId(), ctx.now()];
  await recordDetectedFall(ctx, { id, at, deviceId, userId, confidence, explanation, sensorData, evidence });
  await logForDevice(ctx, deviceId, 'WARNING', 'Silent after an impact');
}
