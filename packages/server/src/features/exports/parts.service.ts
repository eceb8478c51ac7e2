/** The parts of an export. Each yields its rows in pieces. */
import type { Context } from '../../platform/context.js';
import { knownLooks } from '../views/views.rules.js';
import type { PartName } from './exports.schema.js';
import * as store from './exports.store.js';
import * as measured from './measured.store.js';

export type Row = Readonly<Record<string, unknown>>;
type Part = (ctx: Context, userId: string) => AsyncGenerator<readonly Row[]>;

const pieceSize = 1_000;
/** Short rows, sorted anew for each piece. */
const entriesInPiece = 5_000;
/** With the evidence, up to 100 kB each. */
const fallsInPiece = 20;
const dayMs = 86_400_000;

export const parts: Readonly<Record<PartName, Part>> = {
  profile: (ctx, userId) => inOnePiece(store.listProfile(ctx.db, userId)),
  phoneNumbers: (ctx, userId) => inOnePiece(store.listPhoneNumbers(ctx.db, userId)),
  vitalLimits: (ctx, userId) => inOnePiece(store.listVitalLimits(ctx.db, userId)),
  photo: (ctx, userId) => inOnePiece(store.listPhoto(ctx.db, userId)),
  alertThreshold: (ctx, userId) => inOnePiece(store.listAlertThreshold(ctx.db, userId)),
  assignments: (ctx, userId) => inOnePiece(store.listAssignments(ctx.db, userId)),
  devices: (ctx, userId) => inOnePiece(store.listDevices(ctx.db, userId)),
  contactPoints: (ctx, userId) => inOnePiece(store.listContactPoints(ctx.db, userId)),
  webhooks: (ctx, userId) => inOnePiece(store.listWebhooks(ctx.db, userId)),
  sessions: (ctx, userId) => inOnePiece(store.listSessions(ctx.db, userId)),
  signInMethods: (ctx, userId) => inOnePiece(store.listSignInMethods(ctx.db, userId)),
  views: (ctx, userId) => {
    const actions = knownLooks.map(([action]) => action);
    return byId((after) => store.listViews(ctx.db, userId, { actions, after, limit: entriesInPiece }));
  },
  activity: (ctx, userId) => byId((after) => store.listActivity(ctx.db, userId, { after, limit: entriesInPiece })),
  alerts: (ctx, userId) => byId((after) => store.listAlerts(ctx.db, userId, { after, limit: pieceSize })),
  messages: (ctx, userId) => byId((after) => store.listMessages(ctx.db, userId, { after, limit: pieceSize })),
  falls: (ctx, userId) => byId((after) => store.listFalls(ctx.db, userId, { after, limit: fallsInPiece })),
  vitals: yieldVitals,
  readings: yieldReadings,
};

async function* inOnePiece(rows: Promise<readonly object[]>): AsyncGenerator<readonly Row[]> {
  yield (await rows) as readonly Row[];
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** In the order of the ids, which is that of time. */
async function* byId(
  list: (after: string) => Promise<readonly { readonly id: string }[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = firstId; ; ) {
    const rows = await list(after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows as unknown as readonly Row[];
    after = last.id;
  }
}

async function* yieldVitals(ctx: Context, userId: string): AsyncGenerator<readonly Row[]> {
  for (const { key, macAddress } of await measured.listDeviceKeys(ctx.db, userId)) {
    for (let after = '-infinity'; ; ) {
      const rows = await measured.listVitals(ctx.db, key, { after, limit: pieceSize });
      const last = rows.at(-1);
      if (!last) break;
      yield rows.map((row) => ({ device: macAddress, ...row }));
      after = last.minute;
    }
  }
}

/** Day by day and device by device. Devices may upload readings of the coming minutes: their clock may be wrong. */
async function* yieldReadings(ctx: Context, userId: string): AsyncGenerator<readonly Row[]> {
  const devices = await measured.listDeviceKeys(ctx.db, userId);
  const lastDayMs = ctx.clock.nowMs() + dayMs;
  for (let dayStartMs = lastDayMs - ctx.config.readingRetentionMs - 2 * dayMs; dayStartMs <= lastDayMs; ) {
    const day = new Date(dayStartMs).toISOString().slice(0, 10);
    for (const device of devices) yield* yieldDay(ctx, device, day);
    dayStartMs += dayMs;
  }
}

async function* yieldDay(
  ctx: Context,
  { key, macAddress }: measured.DeviceKey,
  day: string,
): AsyncGenerator<readonly Row[]> {
  const toRows = (readings: readonly object[]) => readings.map((reading) => ({ device: macAddress, ...reading }));
  for (let after = measured.beforeAnyBoot; ; ) {
    const readings = await measured.listReadingsOfBoots(ctx.db, { key, day }, { after, limit: pieceSize });
    const last = readings.at(-1);
    if (!last) break;
    yield toRows(readings);
    after = last;
  }
  for (let after = measured.beforeAnyReading; ; ) {
    const readings = await measured.listReadingsWithoutBoot(ctx.db, { key, day }, { after, limit: pieceSize });
    const last = readings.at(-1);
    if (!last) break;
    yield toRows(readings);
    after = last;
  }
}
