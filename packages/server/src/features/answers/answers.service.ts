/**
 * Answers to alerts without a session. A token answers one alert as one person; it opens nothing else. Reading changes
 * nothing, so that a program that opens every link of a mail acknowledges nothing. The right to see the alert is
 * checked each time: a person who is no longer assigned gets the same refusal as for an unknown token.
 */
import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../access/audit.js';
import { findThing } from '../../access/things.store.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { Refusal } from '../../platform/refusal.js';
import { hashToken } from '../../platform/tokens.js';
import { acknowledgeAlert } from '../alerts/alerts.service.js';
import { confirmDelivered, noteAcknowledged } from '../deliveries/deliveries.service.js';
import { decline } from '../escalation/declining.service.js';
import { respond } from '../escalation/responding.service.js';
import { toInitials } from '../users/users.rules.js';
import type { AnsweredAlert, NewAnswer } from './answers.schema.js';
import * as store from './answers.store.js';

interface About {
  readonly alertId: string;
  readonly userId: string;
  readonly deliveryId: string;
}

/** 128 random bits, of which only the hash is stored. Every attempt of a delivery gets its own. */
export async function createToken(ctx: Context, about: About): Promise<string> {
  const [token] = await createTokens(ctx, [about]);
  return token as string;
}

/** In the order of `about`. */
export async function createTokens(ctx: Context, about: readonly About[]): Promise<string[]> {
  const tokens = about.map(() => randomBytes(16).toString('base64url'));
  const rows = about.map((one, index) => ({ ...one, tokenHash: hashToken(tokens[index] as string) }));
  await store.insertTokens(ctx.db, rows);
  return tokens;
}

/** In the fragment: the token reaches no server, no log and no scanner that opens the links of a mail. */
export function toAnswerUrl(ctx: Context, token: string): string {
  return `${ctx.config.publicUrl}/answer#${token}`;
}

export async function readAnswer(ctx: Context, token: string): Promise<AnsweredAlert> {
  return toAnswered(await getAllowed(ctx, hashToken(token)));
}

export function giveAnswer(ctx: Context, { token, answer }: NewAnswer): Promise<AnsweredAlert> {
  return answerByHash(ctx, hashToken(token), answer);
}

/**
 * For media in which a person cannot send the token back, a reply to a text message. Idempotent. An alert that somebody
 * else has taken stays theirs.
 */
export function answerByHash(ctx: Context, tokenHash: string, answer: NewAnswer['answer']): Promise<AnsweredAlert> {
  return inTransaction(ctx, async (ctx) => {
    const facts = await getAllowed(ctx, tokenHash);
    const { userId, role, patientId, deliveryId, takenById } = facts;
    await confirmDelivered(ctx, [deliveryId]);
    const asPerson: Context = { ...ctx, actor: { id: userId, role, sessionId: null } };
    if (answer === 'ON_IT') await accept(asPerson, facts);
    else if (await decline(asPerson, facts)) await recordAudit(asPerson, 'alert.decline', patientId);
    const answered = await getAllowed(ctx, tokenHash);
    if (takenById === null && answered.takenById === userId) await noteAcknowledged(ctx, deliveryId);
    return toAnswered(answered);
  });
}

/** Takes the alert, or comes too if the message asked for a second person. */
async function accept(ctx: Context, { calledBy, isClosed, currentAlertId, alertId, userId }: store.TokenFacts) {
  if (calledBy === null || isClosed) await acknowledgeAlert(ctx, currentAlertId);
  else await respond(ctx, { alertId, userId, action: 'JOIN' });
}

/** The message is on the screen of the person: it has reached them. */
export async function confirmReceipt(ctx: Context, token: string): Promise<void> {
  const { deliveryId } = await getAllowed(ctx, hashToken(token));
  await confirmDelivered(ctx, [deliveryId]);
}

/** Deletes expired tokens. */
export function clearExpiredTokens(ctx: Context): Promise<void> {
  return store.deleteExpiredTokens(ctx.db);
}

async function getAllowed(ctx: Context, tokenHash: string): Promise<store.TokenFacts> {
  const facts = await store.findToken(ctx.db, tokenHash);
  if (!facts || !(await maySee(ctx, facts))) throw unknownToken();
  return facts;
}

async function maySee(ctx: Context, { alertId, userId, role, audience }: store.TokenFacts): Promise<boolean> {
  if (audience === 'ADMIN') return role === 'ADMIN';
  const alert = await findThing.Alert(ctx.db, alertId, userId);
  return alert?.relations.includes('addressee') ?? false;
}

function toAnswered(facts: store.TokenFacts): AnsweredAlert {
  const { type, severity, raisedAt, isDrill, isCall, isDeclined: declined, takenBy, calledBy } = facts;
  const state = toAnswerState(facts);
  const { patientId: id, firstName, lastName, phone, fallId } = facts;
  return {
    type,
    severity,
    initials: toInitials(firstName, lastName),
    raisedAt,
    isDrill,
    isCall,
    language: facts.language ?? 'en',
    state,
    declined,
    takenBy: state === 'TAKEN' ? takenBy : null,
    calledBy,
    patient: state === 'MINE' ? { id, name: `${firstName} ${lastName}`, phone, fallId } : null,
  };
}

/** A message that asks for a second person is answered by coming too, while somebody else has the alert. */
function toAnswerState({ isClosed, takenById, userId, calledBy, hasJoined }: store.TokenFacts): AnsweredAlert['state'] {
  if (isClosed) return 'CLOSED';
  if (takenById === userId || (hasJoined && calledBy !== null)) return 'MINE';
  return takenById === null || calledBy !== null ? 'OPEN' : 'TAKEN';
}

function unknownToken(): Refusal {
  return new Refusal(404, 'NOT_FOUND', 'This link is unknown, has expired, or is no longer for you. Sign in instead.');
}
