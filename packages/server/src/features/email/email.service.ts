/** E-mail over SMTP. The mail server's 250 means handed over; a bounce comes back to the return address. */
import nodemailer from 'nodemailer';
import type { Config } from '../../config.js';
import type { Context } from '../../platform/context.js';
import { withTimeout } from '../../platform/with-timeout.js';
import type { MediumDefinition, Send } from '../contacts/medium.js';
import { noteResult } from '../contacts/sending.service.js';
import type { DeliveryResult } from '../deliveries/channel.js';
import { reportUndeliverable } from '../escalation/undeliverable.service.js';
import { limitMail } from './digests.service.js';
import { composeMail, parseBounce, parseEmail, parseReturnPath, toReturnPath } from './email.rules.js';

/** Below the 5 s of an attempt: the reason is known when the attempt ends. */
const timeoutMs = 4_500;

export const emailMedium: MediumDefinition = {
  kind: 'email',
  parseAddress: ({ address }) => parseEmail(address),
  limit: limitMail,
  connect: (config) => (config.smtpUrl && config.mailFrom ? createSend(config, config.smtpUrl, config.mailFrom) : null),
};

function createSend(config: Config, smtpUrl: string, mailFrom: string): Send {
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  const { mailDkimSelector: keySelector, mailDkimKey: privateKey, mailBounceDomain } = config;
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Attachments and bodies never come from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(keySelector && privateKey ? { dkim: { domainName: domain, keySelector, privateKey } } : {}),
  });
  return async (ctx, to, message) => {
    const { references, ...mail } = composeMail(message, domain);
    const [key] = ctx.tokenKeys;
    const { address, contactPointId } = to;
    const returnPath =
      mailBounceDomain && contactPointId !== null ? toReturnPath(contactPointId, mailBounceDomain, key) : mailFrom;
    const sending = transport.sendMail({
      ...mail,
      ...(references ? { references, inReplyTo: references } : {}),
      from: { name: 'Fallwatch', address: mailFrom },
      // Without names: they could contain another address.
      to: { name: '', address },
      envelope: { from: returnPath, to: address },
      priority: contactPointId === null ? 'normal' : 'high',
      // No automatic answers to an alert.
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    });
    return withTimeout(sending, timeoutMs).then(() => ({ status: 'accepted' as const }), toResult);
  };
}

/** The server's refusal of the recipient is final; everything else may pass. */
function toResult(error: { readonly responseCode?: number; readonly code?: string }): DeliveryResult {
  const { responseCode, code } = error;
  if (code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500)
    return { status: 'unreachable', reason: `The mail server refused the address (${responseCode})` };
  if (responseCode !== undefined) return { status: 'failed', reason: `The mail server answered ${responseCode}` };
  return { status: 'failed', reason: 'The mail server does not answer' };
}

/** Mail that came back. Returns whether it was ours and changed anything. */
export async function takeBounce(ctx: Context, to: string, raw: string): Promise<boolean> {
  const contactPointId = parseReturnPath(to, ctx.tokenKeys);
  const bounce = parseBounce(raw);
  if (!contactPointId || !bounce?.isFinal) return false;
  const { reason, messageId } = bounce;
  await noteResult(ctx, contactPointId, { status: 'unreachable', reason });
  if (messageId) await reportUndeliverable(ctx, messageId, reason);
  return true;
}
