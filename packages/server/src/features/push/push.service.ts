/** Notifications on phones and computers through the push service of the browser (RFC 8030, 8291, 8292). */
import webPush from 'web-push';
import type { Config } from '../../config.js';
import type { Context } from '../../platform/context.js';
import { createAllowedRanges, postOutbound, problemOfUrl } from '../../platform/outbound.js';
import { replaceAddress } from '../contacts/contacts.service.js';
import type { Destination, MediumDefinition, Message } from '../contacts/medium.js';
import type { DeliveryResult } from '../deliveries/channel.js';
import { parseSubscription, toPayload, toTopic } from './push.rules.js';
import type { ReplacedSubscription } from './push.schema.js';
import { deleteDeadSubscriptions, ensureKeys } from './push.store.js';

/** After this time the next step has sent its own. */
const keptSeconds = 120;

export const pushMedium: MediumDefinition = {
  kind: 'push',
  replacesMessages: true,
  parseAddress: (draft, config) => {
    const problem = problemOfUrl(draft.address, createAllowedRanges(config));
    return problem ? { problems: { address: problem } } : parseSubscription(draft);
  },
  connect: () => send,
};

/** The public key that a browser needs to subscribe. */
export async function readPublicKey(ctx: Context): Promise<string> {
  return (await ensureKeys(ctx.db, webPush.generateVAPIDKeys)).publicKey;
}

/** Whoever knows the secret of the old subscription is its browser. */
export function resubscribe(ctx: Context, { contactPointId, auth, ...draft }: ReplacedSubscription): Promise<void> {
  return replaceAddress(ctx, contactPointId, ({ kind, secrets }) => kind === 'push' && secrets.auth === auth, draft);
}

/** A subscription that the push service has ended never works again. Until then its owner and the admins see it. */
export function clearDeadSubscriptions(ctx: Context): Promise<void> {
  return deleteDeadSubscriptions(ctx.db);
}

async function send(ctx: Context, to: Destination, message: Message): Promise<DeliveryResult> {
  const { endpoint: url, headers, body } = await encrypt(ctx, to, message);
  const result = await postOutbound({ url, headers, body }, createAllowedRanges(ctx.config));
  if (result.kind === 'refused') return { status: 'unreachable', reason: result.reason };
  if (result.kind === 'failed') return { status: 'failed', reason: result.reason };
  if (result.status >= 200 && result.status < 300) return { status: 'accepted' };
  if (result.status === 404 || result.status === 410)
    return { status: 'unreachable', reason: 'This browser no longer takes notifications. Switch them on there again.' };
  return { status: 'failed', reason: `The push service answered ${result.status}` };
}

/** How the push service reaches the operator: a mail address or an https URL. */
function toSubject({ mailFrom, publicUrl }: Config): string {
  if (mailFrom) return `mailto:${mailFrom}`;
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:operator@localhost';
}

async function encrypt(ctx: Context, to: Destination, message: Message) {
  const { p256dh = '', auth = '' } = to.secrets;
  const { publicKey, privateKey } = await ensureKeys(ctx.db, webPush.generateVAPIDKeys);
  const { headers, body, endpoint } = webPush.generateRequestDetails(
    { endpoint: to.address, keys: { p256dh, auth } },
    toPayload(to, message),
    {
      vapidDetails: { subject: toSubject(ctx.config), publicKey, privateKey },
      TTL: keptSeconds,
      urgency: message.severity === 'LOW' ? 'normal' : 'high',
      ...(message.incidentId === null ? {} : { topic: toTopic(message.incidentId) }),
    },
  );
  return { endpoint, headers: headers as Record<string, string>, body: body as Uint8Array };
}
