/** Callers who are in another cell: their requests are passed on there (docs/cells.md). */
import { setTimeout } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cells } from '../platform/cells/cells.js';
import { forwardedBy, misdirected, readBody } from '../platform/cells/forwarder.js';
import type { Platform } from '../platform/context.js';
import { unavailable } from '../platform/refusal.js';
import { toEmailKey } from './email-key.js';
import { hasEmailKey, isLeaving } from './other-cells.store.js';
import { toAddressKey } from './place-keys.js';

/** A move takes less than a second: its people's requests wait for it instead of failing. */
const waitMs = 5_000;
const lookEveryMs = 50;

/** True if another cell has answered. */
export async function passOn(
  { cells, db }: Pick<Platform, 'cells' | 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | undefined,
  readSent: () => Promise<Buffer> = () => readBody(request),
): Promise<boolean> {
  if (cells === null || key === undefined) return false;
  if (request.headers[forwardedBy] !== undefined) return refuseMisdirected(cells, db, key);
  const deadline = performance.now() + waitMs;
  let body: Buffer | undefined;
  while (performance.now() < deadline) {
    const cell = await findOther(cells, key);
    if (cell) {
      body ??= await readSent();
      if (await cells.forwarder.pass(request, reply, cell, body)) return true;
    } else if (!(await isLeaving(db, key))) return false;
    // Just moved: the remembered answer is not true any more.
    cells.directory.forget(key);
    await setTimeout(lookEveryMs);
  }
  throw unavailable('This person is being moved to another cell. Try again.');
}

/** Asked by another cell: if the caller is here, the token is not valid any more, else that cell asks anew. */
async function refuseMisdirected(cells: Cells, db: Platform['db'], key: string): Promise<false> {
  cells.directory.forget(key);
  if ((await findOther(cells, key)) || (await isLeaving(db, key))) throw misdirected;
  return false;
}

async function findOther({ own, directory }: Cells, key: string) {
  const cell = await directory.find(key);
  return cell?.name === own ? undefined : cell;
}

/** Before a login, or a mail to set a new password: the person may have an account in another cell. */
export function passOnByEmail(platform: Platform) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const emailKey = toEmailKey((request.body as { email: string }).email);
    if (request.headers[forwardedBy] !== undefined || (await hasEmailKey(platform.db, emailKey))) return;
    const readSent = async () => Buffer.from(JSON.stringify(request.body));
    await passOn(platform, request, reply, toAddressKey(emailKey), readSent);
  };
}
