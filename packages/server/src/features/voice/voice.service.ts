/**
 * Phone calls. A call lasts longer than an attempt of a delivery, so it is queued here, and a process with the role
 * `voice` makes it. Only a key press has reached the person: a voicemail answers too.
 */
import type { Config } from '../../config.js';
import type { Context } from '../../platform/context.js';
import { Refusal } from '../../platform/refusal.js';
import { hashToken } from '../../platform/tokens.js';
import { answerByHash } from '../answers/answers.service.js';
import type { Destination, MediumDefinition, Message } from '../contacts/medium.js';
import { parsePhone } from '../contacts/phone.rules.js';
import { noteResult } from '../contacts/sending.service.js';
import type { DeliveryResult } from '../deliveries/channel.js';
import { toUrgency } from '../deliveries/deliveries.rules.js';
import { withdrawAccepted } from '../deliveries/deliveries.service.js';
import { reportUndeliverable } from '../escalation/undeliverable.service.js';
import { type CallEnd, describeEnd, toSpeech, wordAnswered, wordOver } from './voice.rules.js';
import * as store from './voice.store.js';

declare module '../../platform/events/events.js' {
  interface EventTypes {
    /** A call is due now. */
    'call.due': object;
  }
}

export const voiceMedium: MediumDefinition = {
  kind: 'voice',
  parseAddress: ({ address }) => parsePhone(address),
  connect: ({ sip }: Config) => sip && queueCall,
};

async function queueCall(ctx: Context, to: Destination, message: Message): Promise<DeliveryResult> {
  const { answer, severity, id } = message;
  if (to.contactPointId === null) return { status: 'unreachable', reason: 'Only contact points are called' };
  await store.insertCall(ctx.db, {
    id,
    contactPointId: to.contactPointId,
    phone: to.address,
    language: to.language,
    text: toSpeech(to.language, message),
    alertId: answer?.alertId ?? null,
    tokenHash: answer && hashToken(answer.token),
    urgency: toUrgency(severity),
  });
  ctx.events.publish({ type: 'call.due' });
  return { status: 'accepted' };
}

/** A key was pressed. Returns what is said to the person. */
export async function takeKey(
  ctx: Context,
  { contactPointId, language, tokenHash }: Pick<store.DueCall, 'contactPointId' | 'language' | 'tokenHash'>,
  answer: 'ON_IT' | 'CANNOT',
): Promise<string> {
  await noteResult(ctx, contactPointId, { status: 'sent' });
  try {
    return wordAnswered(language, await answerByHash(ctx, tokenHash ?? '', answer));
  } catch (error) {
    if (error instanceof Refusal) return wordOver(language);
    throw error;
  }
}

/** A call has ended without a key press. */
export async function takeEnd(ctx: Context, { id, contactPointId }: store.DueCall, end: CallEnd): Promise<void> {
  const { isWrongNumber, reason } = describeEnd(end);
  if (isWrongNumber) await noteResult(ctx, contactPointId, { status: 'unreachable', reason });
  await reportUndeliverable(ctx, id, reason);
}

/** Somebody else has taken the alert, or it is over. */
export function takeWithdrawal(ctx: Context, { id }: store.DueCall): Promise<void> {
  return withdrawAccepted(ctx, id, 'No longer needed');
}

const lateMs = 5_000;
const staleMs = 60_000;

/**
 * Calls that do not ring in time: no process with the role `voice` runs, all lines are busy, or the telephone system is
 * slow. The person's other contact points are used now; the call is still made if it can be within a minute.
 */
export async function reportLateCalls(ctx: Context): Promise<void> {
  for (const id of await store.markLate(ctx.db, lateMs)) await reportUndeliverable(ctx, id, 'Does not ring');
  await store.deleteStale(ctx.db, staleMs);
}
