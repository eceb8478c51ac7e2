/**
 * Moves people to another cell, with all that is theirs:
 *   1. one transaction here: their rows become one row of `departures`, and their requests wait
 *   2. one transaction there: the rows are inserted
 *   3. the directory names the other cell, and waiting requests are passed on to it
 *   4. their readings follow, also those that the journal still has
 * A command that ends early is repeated: each step is done once, in this order.
 */
import { setTimeout } from 'node:timers/promises';
import { toAddressKey, toCredentialKey, toPersonKey } from '../../access/place-keys.js';
import type { Cells } from '../../platform/cells/cells.js';
import type { Context } from '../../platform/context.js';
import { type BulkConnection, inBulkTransaction, openBulk } from '../../platform/db/bulk.js';
import { openDatabase } from '../../platform/db/database.js';
import { conflict, notFound, unavailable } from '../../platform/refusal.js';
import { listArchivedDays } from '../archive/archived-readings.service.js';
import { sendDepartedFalls } from '../falls/departed-falls.service.js';
import { listReadingDays } from '../recorder/closed-days.service.js';
import { readRecorderState } from '../recorder/recorder-check.service.js';
import { rollUpVitals } from '../recorder/vitals-roll-up.service.js';
import { findUserByEmail } from '../users/users.service.js';
import * as store from './departures.store.js';
import * as groups from './group.store.js';
import { copyReadings, copyVitals } from './readings.store.js';
import { announceRows, deleteGroup, insertRows, readAudit, readRows } from './rows.store.js';

const options = { name: 'fallwatch move', statementTimeoutMs: 600_000, answerTimeoutMs: 0 };

export interface Mover {
  readonly ctx: Context;
  readonly cells: Cells;
  readonly from: BulkConnection;
  readonly to: BulkConnection;
  /** To call services on the other cell's data. */
  readonly there: Context;
  /** The name of the other cell. */
  readonly cell: string;
}

export async function asMover<T>(
  ctx: Context,
  { cell, databaseUrl }: { readonly cell: string; readonly databaseUrl: string },
  work: (mover: Mover) => Promise<T>,
): Promise<T> {
  const { cells, config } = ctx;
  if (cells === null || config.databaseUrl === null) throw conflict('This is the only installation: CELL is not set');
  if (cell === cells.own) throw conflict(`This is the cell ${cell} already: name the other one`);
  const from = await openBulk(config.databaseUrl, options);
  const to = await openBulk(databaseUrl, options);
  const db = await openDatabase({ databaseUrl, dataDir: config.dataDir }, ctx.log);
  try {
    if (!(await store.tryLockMoves(from)))
      throw conflict('Another command is moving people out of this cell: wait for it');
    if ((await store.listMigrations(from)) !== (await store.listMigrations(to)))
      throw conflict('The two cells have different versions: upgrade both to the same version first');
    const known = await cells.directory.listCells();
    if (!known.includes(cell)) throw conflict(`The directory has no cell ${cell}; it has ${known.join(', ')}`);
    return await work({ ctx, cells, from, to, there: { ...ctx, db, alertsDb: db }, cell });
  } finally {
    await from.close().catch(() => {});
    await to.close().catch(() => {});
    await db.destroy();
  }
}

/** Moves the person with everybody who has to go along. Returns how many people that were. */
export async function movePerson(mover: Mover, email: string): Promise<number> {
  const person = await findUserByEmail(mover.ctx, email);
  if (!person) throw notFound(`The account ${email}`);
  const departure = await depart(mover, person.id);
  await deliver(mover, departure);
  await sendDepartedFalls(mover.ctx, mover.there, mover.cell);
  return departure.people;
}

/** What a command that ended early has left, and readings that are still here. */
export async function finishMoves(mover: Mover): Promise<number> {
  const unfinished = await store.listUnfinished(mover.from, mover.cell);
  for (const departure of unfinished) {
    if (departure.rows !== null) await deliver(mover, { ...departure, rows: departure.rows });
    await sendReadings(mover, departure);
  }
  return unfinished.length;
}

type Departing = Omit<store.Departure, 'leftAt'> & { readonly rows: NonNullable<store.Departure['rows']> };

async function depart(mover: Mover, userId: string): Promise<Departing & { readonly people: number }> {
  const { ctx, from, cell } = mover;
  for (let attempt = 1; ; attempt += 1)
    try {
      return await inBulkTransaction(
        from,
        async () => {
          const group = await groups.findGroup(from, userId);
          await refuseImpossible(mover, group);
          await groups.lockPeople(from, group.people);
          const rows = [...(await readRows(from, group)), ...(await readAudit(from, group))];
          const departure = { id: ctx.newId(), cell, keys: toKeys(group), deviceKeys: group.deviceKeys, rows };
          await store.insertDeparture(from, departure);
          await deleteGroup(from, group);
          return { ...departure, people: group.people.length };
        },
        'repeatable read',
      );
    } catch (error) {
      // Something of theirs was changed at the same moment: nothing has happened yet.
      if (!isConcurrent(error) || attempt === maxAttempts) throw error;
      await setTimeout(20 * attempt * Math.random());
    }
}

const maxAttempts = 50;
const isConcurrent = (error: unknown): boolean => ['40001', '40P01'].includes((error as { code?: string }).code ?? '');

async function refuseImpossible({ ctx, to, cell }: Mover, group: groups.Group): Promise<void> {
  if (group.admins.length > 0)
    throw conflict(
      `${group.admins.join(', ')}: an admin belongs to a cell. Remove them from the people and schedules first.`,
    );
  if ((await listArchivedDays(ctx, group.deviceKeys)).length > 0)
    throw conflict('Readings of these people are in the archive of this cell, which cannot be moved yet');
  const taken = await groups.listTaken(to, group);
  if (taken.length > 0) throw conflict(`The cell ${cell} has accounts or devices with the same ${taken.join(', ')}`);
}

function toKeys({ people, credentials, emails }: groups.Group): string[] {
  return [...people.map(toPersonKey), ...credentials.map(toCredentialKey), ...emails.map(toAddressKey)];
}

/** If the other cell refuses them, they come back; if it does not answer, they wait for the next attempt. */
async function deliver({ cells, from, to, cell }: Mover, departure: Departing): Promise<void> {
  try {
    await arrive(to, departure);
  } catch (error) {
    if ((error as { code?: string }).code === undefined || isLost(error)) throw unanswered(cell);
    await inBulkTransaction(from, async () => {
      await store.deleteDeparture(from, departure.id);
      await insertRows(
        from,
        departure.rows.filter(({ table }) => table !== 'audit_trail'),
      );
      await announceRows(from, departure.rows);
    });
    throw error;
  }
  await cells.directory.move(cell, departure.keys).catch(() => {
    throw unavailable('The directory was lost during the move. Repeat the command with --finish.');
  });
  await store.noteArrived(from, departure.id);
}

/** Classes 08 and 57 of PostgreSQL: the connection, or the server. Node's codes begin with E. */
const isLost = (error: unknown): boolean => /^(08|57|E)/.test((error as { code: string }).code);

function unanswered(cell: string) {
  return unavailable(`The database of the cell ${cell} was lost during the move. Repeat the command with --finish.`);
}

async function arrive(to: BulkConnection, departure: Departing): Promise<void> {
  await inBulkTransaction(to, async () => {
    if (!(await store.insertArrival(to, departure.id))) return;
    if (!(await store.forgetDepartures(to, departure)))
      throw conflict('These people are only just leaving that cell: finish that move first');
    await insertRows(to, departure.rows);
    await announceRows(to, departure.rows);
  });
}

const lookEveryMs = 1_000;

/** Until nothing of the time before they left can still come from the journal. */
async function sendReadings(mover: Mover, departure: store.Departure): Promise<void> {
  const { ctx, from, to, there, cell } = mover;
  // Until all minutes before the move are in the table that is copied.
  await rollUpVitals(ctx);
  await copyVitals(from, to, departure.deviceKeys);
  for (;;) {
    const isLast = await isRecorded(ctx, departure.leftAt);
    for (const day of await listReadingDays(ctx)) {
      // Before each day, because copying takes minutes, and alerts must not wait.
      await sendDepartedFalls(ctx, there, cell);
      for (const deviceKey of departure.deviceKeys) await copyReadings(from, to, day, deviceKey);
    }
    if (isLast) break;
    await setTimeout(lookEveryMs);
  }
  await inBulkTransaction(from, () => store.finishDeparture(from, departure));
}

/** A batch that was being written when they left is in the table after this time, or failed. */
const writtenWithinMs = 12_000;

async function isRecorded(ctx: Context, leftAt: Date): Promise<boolean> {
  const sinceMs = ctx.clock.nowMs() - leftAt.getTime();
  if (sinceMs < writtenWithinMs) return false;
  return ctx.journal === null || (await readRecorderState(ctx, ctx.journal)).lagMs < sinceMs - writtenWithinMs;
}
