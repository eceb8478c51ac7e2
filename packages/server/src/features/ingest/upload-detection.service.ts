/**
 * Gives the readings of uploads to the detector, each once and in the order of their times. Each device has two states:
 * that of its latest readings, which the sensor stream shares, and one of older readings that arrive after later ones,
 * so that they are assessed together and do not disturb the first.
 */

import { assess, type DetectorState, packState, unpackState } from '@fallwatch/detection';
import type { Context } from '../../platform/context.js';
import type { Turn } from '../../platform/hot/hot-state.js';
import { withTimeout } from '../../platform/with-timeout.js';
import { toPace } from '../devices/pace.rules.js';
import { findStoredReadings } from '../recorder/reading-storage.service.js';
import { parseReading } from './ingest.rules.js';
import { isAway } from './stream-falls.service.js';
import { continuedState, follows, isNewer } from './upload.rules.js';
import type { UploadedReading } from './upload.schema.js';
import type { DeviceItems, UploadBatch, UploadItem } from './upload-batch.js';

/** A look-up takes a millisecond. Without an answer the readings count as new. */
const lookUpMs = 1_000;

export const toLiveKey = ({ device }: DeviceItems): string => device.hotKey;
const toOlderKey = ({ device }: DeviceItems): string => `older:${device.macAddress}`;

/** One turn per device and request, and the kept states, in one round trip. */
export async function takeUploadTurns({ ctx, nowMs, requests }: UploadBatch): Promise<void> {
  const all = requests.flatMap(({ arrival, devices }) =>
    devices.map((own) => {
      // If the clock was set back meanwhile, the arrival would be in the future.
      const times = { agoMs: Math.max(0, nowMs - arrival.arrivedAtMs), heldUpMs: arrival.heldUpMs };
      const takesTurn = own.items.some(({ refusal }) => refusal === undefined);
      return { own, live: { key: toLiveKey(own), ...times, takesTurn }, older: { ...times, takesTurn: false } };
    }),
  );
  const asked = all.flatMap(({ own, live, older }) => [live, { ...older, key: toOlderKey(own) }]);
  const turns = await ctx.hot.takeTurns(asked, toPace(ctx.config));
  for (const [index, { own }] of all.entries()) {
    own.turn = turns[2 * index] as Turn;
    own.olderTurn = turns[2 * index + 1] as Turn;
  }
}

interface States {
  live: DetectorState | undefined;
  older: DetectorState | undefined;
}

export async function assessUploads(ctx: Context, admitted: readonly DeviceItems[]): Promise<void> {
  // Two requests of one device in a batch are assessed one after the other.
  const byDevice = new Map<string, States>();
  const lists = admitted.map((own) => {
    const key = toLiveKey(own);
    const states = byDevice.get(key) ?? { live: unpack(own.turn), older: unpack(own.olderTurn) };
    byDevice.set(key, states);
    return { own, states };
  });
  for (const { own } of lists) markRepeated(own.items);
  const unsure = lists.filter(({ own, states }) => !own.items.every((item) => follows(item, states.live)));
  await markStored(
    ctx,
    [...unsure, ...lists.filter(({ states }) => !states.live)].flatMap(({ own }) => own.items),
  );
  for (const { own, states } of lists) {
    const { live, older } = states;
    for (const item of own.items) assessItem(item, states);
    if (states.live && states.live !== live) own.changed.live = states.live;
    if (states.older && states.older !== older) own.changed.older = states.older;
  }
}

/** Key → state, for the hot state. */
export function packChangedStates(own: DeviceItems): (readonly [string, Uint8Array])[] {
  const { live, older } = own.changed;
  return [
    ...(live ? [[toLiveKey(own), packState(live)] as const] : []),
    ...(older ? [[toOlderKey(own), packState(older)] as const] : []),
  ];
}

function unpack(turn: Turn | undefined): DetectorState | undefined {
  return turn?.kept ? unpackState(turn.kept) : undefined;
}

/** A reading that is stored advances a state that has not seen it, but was assessed when it was stored. */
function assessItem(item: UploadItem, states: States): void {
  const reading = parseReading(item.sent);
  if (item.isKnown) {
    if (follows(item, states.live)) states.live = assess(continuedState(item, states.live), reading, item.atMs).state;
    return;
  }
  item.isLive = isNewer(item, states.live);
  const which = item.isLive ? 'live' : 'older';
  item.assessment = assess(continuedState(item, states[which]), reading, item.atMs);
  states[which] = item.assessment.state;
}

/** Of equal readings in a request, only the first is assessed. */
function markRepeated(items: readonly UploadItem[]): void {
  const seen = new Set<string>();
  for (const item of items) {
    const { boot_id, uptime_ms, accel_x, accel_y, accel_z } = item.sent;
    if (item.refusal) continue;
    const identity =
      boot_id === undefined ? `${uptime_ms} ${accel_x} ${accel_y} ${accel_z}` : `${boot_id} ${uptime_ms}`;
    item.isKnown = seen.has(identity);
    seen.add(identity);
  }
}

async function markStored(ctx: Context, items: readonly UploadItem[]): Promise<void> {
  const valid = items.filter(({ refusal, isKnown }) => refusal === undefined && !isKnown);
  if (valid.length === 0) return;
  const rows = valid.map(({ device, sent, atMs, at }) => {
    return { deviceKey: device.key, sent: sent as UploadedReading, atMs, at };
  });
  const find = () => withTimeout(findStoredReadings(ctx, rows), lookUpMs);
  try {
    const stored = await (ctx.journal ? ctx.state.fallRecording.whenThere(find) : find());
    for (const index of stored) (valid[index] as UploadItem).isKnown = true;
  } catch (error) {
    // Then they are assessed as older readings, and stored once all the same.
    if (!ctx.journal || !isAway(error)) throw error;
  }
}
