/**
 * At most `MAIL_HOURLY_LIMIT` mails about alerts an hour for one person. Those beyond it are held: the escalation goes
 * on at once as if they had failed, and one mail at the end of the hour lists them.
 */
import { type Context, inTransaction } from '../../platform/context.js';
import { createTokens, toAnswerUrl } from '../answers/answers.service.js';
import type { Medium, MessageLine } from '../contacts/medium.js';
import { noteResult } from '../contacts/sending.service.js';
import { wordDigest, wordDigestLine } from '../contacts/wording.rules.js';
import type { DeliveryResult, Held } from '../deliveries/channel.js';
import { cancelHeld, type HeldNotice, listHeld, settleHeld } from '../deliveries/held.service.js';
import { toInitials } from '../users/users.rules.js';
import * as store from './digests.store.js';
import { giveTurnBack, takeTurn } from './hours.store.js';

const held: Held = { status: 'held', reason: 'The hourly limit of mail is used up: it goes out with the next digest' };

/** With the pauses of `claimDigests` these take a day. */
const maxAttempts = 96;

/** CRITICAL alerts are counted, and always sent. */
export const limitMail: NonNullable<Medium['limit']> = async (ctx, notice, send) => {
  const { recipientId: userId, contactPointId, deliveryId, severity } = notice;
  const turn = { userId, purpose: 'ALERTS' as const };
  const { mailHourlyLimit: limit } = ctx.config;
  if (!(await takeTurn(ctx.db, turn, { limit, isUnlimited: severity === 'CRITICAL' }))) {
    await inTransaction(ctx, async (ctx) => {
      const digestId = await store.openDigest(ctx.db, { newId: ctx.newId(), contactPointId, userId });
      await store.insertHeld(ctx.db, deliveryId, digestId);
    });
    return held;
  }
  const result = await send();
  if ('reason' in result) await giveTurnBack(ctx.db, turn);
  return result;
};

/** A digest that could not be sent is tried again when its lease ends, with the same Message-ID and the same alerts. */
export async function sendDigest(ctx: Context, digest: store.DueDigest): Promise<void> {
  const notices = await listHeld(ctx, digest.deliveryIds);
  const known = notices.filter(({ mayKnow }) => mayKnow);
  const unknown = notices.filter(({ mayKnow }) => !mayKnow);
  const result = known.length > 0 ? await send(ctx, digest, known) : undefined;
  if (result?.status === 'failed' && digest.attempts < maxAttempts) return;
  await inTransaction(ctx, async (ctx) => {
    if (result) await settleHeld(ctx, listIds(known), result);
    await cancelHeld(ctx, listIds(unknown));
    await store.deleteDigest(ctx.db, digest.id);
  });
}

async function send(ctx: Context, digest: store.DueDigest, known: readonly HeldNotice[]): Promise<DeliveryResult> {
  const { id, contactPointId, owner } = digest;
  const medium = ctx.state.media.find(({ kind }) => kind === 'email');
  if (!medium) return { status: 'failed', reason: 'No mail server is set up' };
  if (!owner) return { status: 'unreachable', reason: 'This contact point was deleted' };
  const { userId, address } = owner;
  const language = owner.language ?? 'en';
  const lines = await wordLines(ctx, owner, known);
  const since = (known[0] as HeldNotice).createdAt;
  const words = wordDigest(language, { count: lines.length, since, limit: ctx.config.mailHourlyLimit });
  const message = { id, ...words, lines, answer: null, incidentId: null, severity: 'HIGH' as const };
  const result = await medium.send(ctx, { contactPointId, userId, address, secrets: {}, language }, message);
  await noteResult(ctx, contactPointId, result);
  return result;
}

/** One line for each alert, however many of its steps were held. Those that are still open can be answered. */
async function wordLines(
  ctx: Context,
  { userId, language }: store.DigestOwner,
  known: readonly HeldNotice[],
): Promise<MessageLine[]> {
  const alerts = [...new Map(known.map((notice) => [notice.alertId, notice])).values()];
  const open = alerts.filter(({ isTaken, isClosed }) => !isTaken && !isClosed);
  const about = open.map(({ alertId, deliveryId }) => ({ alertId, deliveryId, userId }));
  const tokens = await createTokens(ctx, about);
  const urls = new Map(open.map((alert, index) => [alert, toAnswerUrl(ctx, tokens[index] as string)]));
  return alerts.map((alert) => {
    const initials = toInitials(alert.firstName, alert.lastName);
    return wordDigestLine(language ?? 'en', { ...alert, initials }, urls.get(alert) ?? null);
  });
}

function listIds(notices: readonly HeldNotice[]): string[] {
  return notices.map(({ deliveryId }) => deliveryId);
}
