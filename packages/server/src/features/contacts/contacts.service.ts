import { randomInt } from 'node:crypto';
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { conflict, invalid, notFound, tooMany, unavailable } from '../../platform/refusal.js';
import type { DeliveryResult } from '../deliveries/channel.js';
import { codeDurationMs, codePauseMs, codeProblem, hashCode, toCode } from './contacts.rules.js';
import type {
  ContactPoint,
  ContactPointChanges,
  ContactTest,
  FailingContact,
  NewContactPoint,
} from './contacts.schema.js';
import * as store from './contacts.store.js';
import type { AddressDraft, Medium } from './medium.js';
import { noteResult } from './sending.service.js';
import { type Worded, wordCode, wordTest } from './wording.rules.js';

export function listOwnContacts(ctx: Context): Promise<ContactPoint[]> {
  return store.listContactPoints(ctx.db, actorId(ctx));
}

export function listContactsOfUser(ctx: Context, userId: string): Promise<ContactPoint[]> {
  return store.listContactPoints(ctx.db, userId);
}

export function listFailingContacts(ctx: Context): Promise<FailingContact[]> {
  return store.listFailing(ctx.db);
}

export function listKinds(ctx: Context): Medium['kind'][] {
  return ctx.state.media.map(({ kind }) => kind);
}

/** Nothing is sent there before the address is verified by a code: `sendCode`, `verifyContact`. */
export function addContact(ctx: Context, userId: string, draft: NewContactPoint): Promise<ContactPoint> {
  const { kind, label = null, fromStep = 1, minSeverity = 'LOW' } = draft;
  const parsed = getMedium(ctx, kind).parseAddress(draft, ctx.config);
  if ('problems' in parsed) throw invalid(parsed.problems);
  return inTransaction(ctx, async (ctx) => {
    await store.lockOwner(ctx.db, userId);
    const { contactsPerUser } = ctx.config;
    if ((await store.countContactPoints(ctx.db, userId)) >= contactsPerUser)
      throw conflict(`This person has ${contactsPerUser} contact points already. Delete one first.`);
    const added = await store.insertContactPoint(ctx.db, {
      id: ctx.newId(),
      userId,
      kind,
      address: parsed.address,
      secrets: JSON.stringify(parsed.secrets),
      label,
      fromStep,
      minSeverity,
      createdAt: ctx.now(),
    });
    if (!added) throw conflict('This address is listed already.');
    await recordAudit(ctx, 'contact.create', userId);
    return added;
  });
}

export function changeContact(ctx: Context, id: string, changes: ContactPointChanges): Promise<ContactPoint> {
  return inTransaction(ctx, async (ctx) => {
    const { userId } = await store.lockContactPoint(ctx.db, id);
    await recordAudit(ctx, 'contact.update', userId);
    return store.updateContactPoint(ctx.db, id, changes);
  });
}

/** For a medium whose addresses are replaced by other programs, without a session: `isGenuine` decides. */
export function replaceAddress(
  ctx: Context,
  id: string,
  isGenuine: (point: store.StoredContactPoint) => boolean,
  draft: AddressDraft,
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const point = await store.lockContactPoint(ctx.db, id);
    if (!isGenuine(point)) throw notFound('Contact point');
    const parsed = getMedium(ctx, point.kind).parseAddress(draft, ctx.config);
    if ('problems' in parsed) throw invalid(parsed.problems);
    const { address, secrets } = parsed;
    const replaced = { address, secrets: JSON.stringify(secrets), failingSince: null, failingReason: null };
    await store.updateContactPoint(ctx.db, id, replaced);
    await recordAudit(ctx, 'contact.update', point.userId);
  });
}

export function deleteContact(ctx: Context, id: string): Promise<{ id: string; message: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { userId } = await store.lockContactPoint(ctx.db, id);
    await store.deleteContactPoint(ctx.db, id);
    await recordAudit(ctx, 'contact.delete', userId);
    return { id, message: 'Contact point deleted' };
  });
}

/** Sends a new code; the one before is void. */
export async function sendCode(ctx: Context, id: string) {
  const point = await store.getContactPoint(ctx.db, id);
  const nowMs = ctx.clock.nowMs();
  const waitMs = point.codeSentAt === null ? 0 : Date.parse(point.codeSentAt) + codePauseMs - nowMs;
  if (waitMs > 0)
    throw tooMany('A code was sent just now. Wait before you request another.', Math.ceil(waitMs / 1_000));
  const code = toCode(randomInt(1_000_000));
  await store.updateContactPoint(ctx.db, id, {
    codeHash: hashCode(id, code),
    codeSentAt: ctx.now(),
    codeTries: 0,
  });
  const result = await send(ctx, point, (language) => wordCode(language, code));
  if ('reason' in result) {
    // The next try need not wait.
    await store.updateContactPoint(ctx.db, id, { codeHash: null, codeSentAt: null });
    throw unavailable(`The code could not be sent: ${result.reason}`);
  }
  return { id, status: result.status, expiresAt: new Date(nowMs + codeDurationMs).toISOString() };
}

/** Committed also when the code is wrong: the try is counted. */
export async function verifyContact(ctx: Context, id: string, code: string): Promise<ContactPoint> {
  const { problem, point } = await inTransaction(ctx, async (ctx) => {
    const stored = await store.lockContactPoint(ctx.db, id);
    const problem = codeProblem(stored, ctx.clock.nowMs());
    if (problem) return { problem };
    if (hashCode(id, code) !== stored.codeHash) {
      await store.updateContactPoint(ctx.db, id, { codeTries: stored.codeTries + 1 });
      return { problem: 'is not the code of the latest message' };
    }
    await recordAudit(ctx, 'contact.verify', stored.userId);
    const verified = { verifiedAt: ctx.now(), codeHash: null, failingSince: null, failingReason: null };
    return { point: await store.updateContactPoint(ctx.db, id, verified) };
  });
  if (!point) throw invalid({ code: problem });
  return point;
}

/** Sends a test message now and returns the result. */
export async function testContact(ctx: Context, id: string): Promise<ContactTest> {
  const point = await store.getContactPoint(ctx.db, id);
  if (point.verifiedAt === null) throw conflict('Verify this contact point first.');
  const result = await send(ctx, point, wordTest);
  await noteResult(ctx, id, result);
  return { status: result.status, reason: 'reason' in result ? result.reason : null };
}

async function send(
  ctx: Context,
  { id, kind, userId, address, secrets }: store.StoredContactPoint,
  word: (language: 'en' | 'de') => Worded,
): Promise<DeliveryResult> {
  const language = await store.getLanguage(ctx.db, userId);
  const message = { id: ctx.newId(), ...word(language), answer: null, incidentId: null, severity: 'LOW' as const };
  return getMedium(ctx, kind).send(ctx, { contactPointId: id, userId, address, secrets, language }, message);
}

function getMedium(ctx: Context, kind: Medium['kind']): Medium {
  const medium = ctx.state.media.find((one) => one.kind === kind);
  if (medium) return medium;
  const kinds = listKinds(ctx);
  const available = kinds.length === 0 ? 'None is.' : `Available: ${kinds.join(', ')}.`;
  throw invalid({ kind: `"${kind}" is not set up in this installation. ${available}` });
}
