/**
 * Impact followed by silence. An impact that is not yet decided leaves a due row; every further reading of the
 * device decides by itself. When the row falls due and nothing has come since, the device may lie broken beside
 * its wearer: the detector judges the silence, and what it finds wakes somebody. The row survives a restart.
 */
import { type Assessment, assessSilence, evidenceWindowOf, packState, unpackState } from '@fallwatch/detection';
import { type Context, inTransaction } from '../../platform/context.js';
import type { SensorEvidence } from '../../platform/db/tables.js';
import { createKnownDevices, logForDevice } from '../devices/devices.service.js';
import { recordDetectedFall } from '../falls/recording.service.js';
import * as store from './silence.store.js';

/** Nothing to await unless the assessment is undecided. */
export async function awaitNextReading(
  ctx: Context,
  deviceId: string,
  { state, silenceDueAtMs }: Assessment,
  sensorData: SensorEvidence,
): Promise<void> {
  if (silenceDueAtMs === null) return;
  const readingAt = sensorData.timestamp;
  const withinMs = silenceDueAtMs - Date.parse(readingAt);
  await store.upsertSilence(ctx.db, {
    deviceId,
    readingAt,
    withinMs,
    sensorData,
    state: Buffer.from(packState(state)),
  });
}

/** Handles all that are due. Any process may, as often as it likes: each row is claimed, and goes with its alarm. */
export async function raiseSilentImpacts(ctx: Context): Promise<void> {
  while (await inTransaction(ctx, raiseNextSilentImpact));
}

async function raiseNextSilentImpact(ctx: Context): Promise<boolean> {
  const due = await store.claimDueSilence(ctx.db);
  if (!due) return false;
  const lastSeen = ctx.ofProcess(createKnownDevices).unwrittenLastSeen(due.deviceId) ?? due.lastSeen;
  if (lastSeen === null || lastSeen <= due.readingAt) await raise(ctx, due);
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
  const evidence = evidenceWindowOf(state);
  const [id, at] = [ctx.newId(), ctx.now()];
  await recordDetectedFall(ctx, { id, at, deviceId, userId, confidence, explanation, sensorData, evidence });
  await logForDevice(ctx, deviceId, 'WARNING', 'Silent after an impact');
}
