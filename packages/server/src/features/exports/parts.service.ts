/** The parts of an export. Each yields its rows in pieces. */
import type { Context } from '../../platform/context.js';
import { listArchivedDays, readArchivedDay } from '../archive/archived-readings.service.js';
import { listReadingDays } from '../recorder/closed-days.service.js';
import { knownLooks } from '../views/views.rules.js';
import type { PartName } from './exports.schema.js';
import * as store from './exports.store.js';
import * as incidents from './incidents.store.js';
import * as measured from './measured.store.js';

export type Row = Readonly<Record<string, unknown>>;
type Part = (ctx: Context, userId: string) => AsyncGenerator<readonly Row[]>;

const pieceSize = 1_000;
/** Short rows, sorted anew for each piece. */
const entriesInPiece = 5_000;
/** With the evidence, up to 100 kB each. */
const fallsInPiece = 20;

export const parts: Readonly<Record<PartName, Part>> = {
  profile: (ctx, userId) => inOnePiece(store.listProfile(ctx.db, userId)),
  phoneNumbers: (ctx, userId) => inOnePiece(store.listPhoneNumbers(ctx.db, userId)),
  vitalLimits: (ctx, userId) => inOnePiece(store.listVitalLimits(ctx.db, userId)),
  homeAssistant: (ctx, userId) => inOnePiece(store.listHomeAssistant(ctx.db, userId)),
  checkIn: (ctx, userId) => inOnePiece(store.listCheckIn(ctx.db, userId)),
  checkInDays: (ctx, userId) => inOnePiece(store.listCheckInDays(ctx.db, userId)),
  photo: (ctx, userId) => inOnePiece(store.listPhoto(ctx.db, userId)),
  alertThreshold: (ctx, userId) => inOnePiece(store.listAlertThreshold(ctx.db, userId)),
  assignments: (ctx, userId) => inOnePiece(store.listAssignments(ctx.db, userId)),
  schedules: (ctx, userId) => inOnePiece(store.listSchedules(ctx.db, userId)),
  devices: (ctx, userId) => inOnePiece(store.listDevices(ctx.db, userId)),
  contactPoints: (ctx, userId) => inOnePiece(store.listContactPoints(ctx.db, userId)),
  shiftCheck: (ctx, userId) => inOnePiece(store.listShiftCheck(ctx.db, userId)),
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
  responses: (ctx, userId) => byId((after) => incidents.listResponses(ctx.db, userId, { after, limit: pieceSize })),
  incidentMessages: (ctx, userId) =>
    byId((after) => incidents.listIncidentMessages(ctx.db, userId, { after, limit: pieceSize })),
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

/** Day by day and device by device, from the database and the archive. */
async function* yieldReadings(ctx: Context, userId: string): AsyncGenerator<readonly Row[]> {
  const devices = await measured.listDeviceKeys(ctx.db, userId);
  const keys = devices.map(({ key }) => key);
  const days = new Set([...(await listArchivedDays(ctx, keys)), ...(await listReadingDays(ctx))]);
  for (const day of [...days].toSorted()) for (const device of devices) yield* yieldDay(ctx, device, day);
}

/** The day may move to the archive while it is read from the database: nothing is missing then, and nothing is twice. */
async function* yieldDay(ctx: Context, device: measured.DeviceKey, day: string): AsyncGenerator<readonly Row[]> {
  const yielded = new Set<string>();
  const toRows = (readings: readonly object[]) =>
    readings.map((reading) => ({ device: device.macAddress, ...reading }));
  for await (const readings of readStoredDay(ctx, device, day)) {
    for (const reading of readings) yielded.add(identify(reading));
    yield toRows(readings);
  }
  for await (const readings of readArchivedDay(ctx, device.key, day))
    yield toRows(readings.filter((reading) => !yielded.has(identify(reading as unknown as measured.ExportedReading))));
}

/** Unique among the readings of a device on a day, as in the indexes of a day. */
function identify({ bootId, uptimeMs, accelX, accelY, accelZ }: measured.ExportedReading): string {
  return (bootId === null ? [uptimeMs, accelX, accelY, accelZ] : [bootId, uptimeMs]).join();
}

async function* readStoredDay(
  ctx: Context,
  { key }: measured.DeviceKey,
  day: string,
): AsyncGenerator<readonly measured.ExportedReading[]> {
  for (let after = measured.beforeAnyBoot; ; ) {
    const readings = await measured.listReadingsOfBoots(ctx.db, { key, day }, { after, limit: pieceSize });
    const last = readings.at(-1);
    if (!last) break;
    yield readings;
    after = last;
  }
  for (let after = measured.beforeAnyReading; ; ) {
    const readings = await measured.listReadingsWithoutBoot(ctx.db, { key, day }, { after, limit: pieceSize });
    const last = readings.at(-1);
    if (!last) break;
    yield readings;
    after = last;
  }
}
