/**
 * Text messages. The provider's answer means handed over; its delivery report raises the delivery to `sent`. A person
 * answers with `1 47` or `2 47`, where 47 names the alert.
 */
import type { Config } from '../../config.js';
import { type Context, inTransaction, type Platform } from '../../platform/context.js';
import { notFound, Refusal } from '../../platform/refusal.js';
import { hashToken } from '../../platform/tokens.js';
import { answerByHash } from '../answers/answers.service.js';
import type { Destination, MediumDefinition, Message, ParsedAddress } from '../contacts/medium.js';
import { parsePhone } from '../contacts/phone.rules.js';
import type { DeliveryResult } from '../deliveries/channel.js';
import { confirmDelivered } from '../deliveries/deliveries.service.js';
import { reportUndeliverable } from '../escalation/undeliverable.service.js';
import { createGammu } from './gammu.provider.js';
import { createKannel } from './kannel.provider.js';
import type { CallbackFields, SmsProvider } from './provider.js';
import { chooseCode, composeText, isSigned, parseReply, signCallback } from './sms.rules.js';
import * as store from './sms.store.js';
import { createTwilio } from './twilio.provider.js';

export const smsMedium: MediumDefinition = {
  kind: 'sms',
  parseAddress: ({ address }) => parsePhone(address),
  connect: (config) => {
    const provider = createProvider(config);
    return provider && ((ctx, to, message) => send(ctx, provider, to, message));
  },
};

function createProvider({ smsUrl }: Config): SmsProvider | null {
  if (smsUrl === null) return null;
  if (smsUrl.startsWith('kannel+')) return createKannel(smsUrl);
  return smsUrl.startsWith('twilio+') ? createTwilio(smsUrl) : createGammu();
}

async function send(ctx: Context, provider: SmsProvider, to: Destination, message: Message): Promise<DeliveryResult> {
  const { smsDailyLimit, smsFrom: from, publicUrl } = ctx.config;
  // A CRITICAL alert is sent whatever it costs.
  if ((await store.countOne(ctx.db)) > smsDailyLimit && message.severity !== 'CRITICAL')
    return { status: 'failed', reason: 'The daily limit of text messages is used up' };
  const text = composeText(message, await findCode(ctx, to.address, message));
  const signature = signCallback(`report ${message.id}`, ctx.tokenKeys[0]);
  const reportUrl = `${publicUrl}/api/sms/reports/${message.id}/${signature}`;
  return provider.send({ to: to.address, from, text, reportUrl });
}

/** One code per phone and alert: a later message about the same alert has the same one. */
function findCode(ctx: Context, phone: string, { answer }: Message): Promise<number | null> {
  if (!answer) return Promise.resolve(null);
  return inTransaction(ctx, async (ctx) => {
    await store.lockPhone(ctx.db, phone);
    const codes = await store.listCodes(ctx.db, phone);
    const known = codes.find(({ alertId }) => alertId === answer.alertId)?.code;
    const code = known ?? chooseCode(new Set(codes.map(({ code }) => code)));
    if (code === undefined) return null;
    await store.upsertCode(ctx.db, phone, { code, alertId: answer.alertId, tokenHash: hashToken(answer.token) });
    return code;
  });
}

export interface Callback {
  /** As the provider called it. */
  readonly path: string;
  readonly signature: string;
  readonly providerSignature: string;
  readonly fields: CallbackFields;
}

/** A delivery report. */
export async function takeReport(ctx: Context, deliveryId: string, callback: Callback): Promise<string> {
  const report = getGenuine(ctx, `report ${deliveryId}`, callback).parseReport(callback.fields);
  if (!report) return 'Not final yet';
  if (report.hasArrived) await confirmDelivered(ctx, [deliveryId]);
  else await reportUndeliverable(ctx, deliveryId, report.reason);
  return 'Noted';
}

/** A reply of a person. Returns the text that goes back to the phone; empty: none. */
export async function takeReply(ctx: Context, callback: Callback): Promise<string> {
  const message = getGenuine(ctx, 'replies', callback).parseReply(callback.fields);
  const phone = message && parseSender(message.from);
  const reply = message && parseReply(message.text);
  if (!reply || !phone || 'problems' in phone) return '';
  const open = await store.listOpenCodes(ctx.db, phone.address);
  const meant = reply.code === null ? open : open.filter(({ code }) => code === reply.code);
  const [only] = meant;
  if (!only) return 'Fallwatch: no open alert.';
  // Two alerts, and the person did not say which.
  if (meant.length > 1)
    return `Fallwatch: ${open.length} alerts. Reply 1 ${open.map(({ code }) => code).join(' / 1 ')}`;
  return answerOnce(ctx, only.tokenHash, reply.answer);
}

/** Phone networks leave out the plus of the international form. */
function parseSender(from: string): ParsedAddress {
  return parsePhone(/^[1-9]/.test(from) ? `+${from}` : from);
}

async function answerOnce(ctx: Context, tokenHash: string, answer: 'ON_IT' | 'CANNOT'): Promise<string> {
  try {
    const { state, takenBy } = await answerByHash(ctx, tokenHash, answer);
    if (state === 'TAKEN') return `Fallwatch: ${takenBy} is on it.`;
    return state === 'MINE' ? 'Fallwatch: you are on it. Thank you.' : 'Fallwatch: thank you. Others are notified.';
  } catch (error) {
    if (error instanceof Refusal) return 'Fallwatch: no open alert.';
    throw error;
  }
}

/** The URL for replies, which the operator gives to the provider. */
export function toReplyUrl({ config, tokenKeys }: Pick<Platform, 'config' | 'tokenKeys'>): string {
  return `${config.publicUrl}/api/sms/replies/${signCallback('replies', tokenKeys[0])}`;
}

function getGenuine(
  ctx: Context,
  purpose: string,
  { path, signature, providerSignature, fields }: Callback,
): SmsProvider {
  const provider = createProvider(ctx.config);
  const url = `${ctx.config.publicUrl}${path}`;
  const isOurs = isSigned(purpose, signature, ctx.tokenKeys);
  if (!provider || !isOurs || !provider.isGenuine({ url, fields, signature: providerSignature }))
    throw notFound('Callback');
  return provider;
}
