/** ntfy and Gotify: servers that pass messages to an app on the phone. */

import type { Config } from '../../config.js';
import type { Context } from '../../platform/context.js';
import { createAllowedRanges, postOutbound, problemOfUrl } from '../../platform/outbound.js';
import { version } from '../../platform/version.js';
import type { AddressDraft, MediumDefinition, ParsedAddress } from '../contacts/medium.js';
import type { DeliveryResult } from '../deliveries/channel.js';
import { type RelayRequest, toGotifyRequest, toNtfyRequest, toRelayResult } from './relays.rules.js';

export const ntfyMedium: MediumDefinition = {
  kind: 'ntfy',
  parseAddress: (draft, config) => parseUrl(draft, config, 'the URL of a topic, https://ntfy.sh/a-long-secret-name'),
  connect: () => (ctx, to, message) => post(ctx, toNtfyRequest(to, message, ctx.config.publicUrl)),
};

export const gotifyMedium: MediumDefinition = {
  kind: 'gotify',
  parseAddress: (draft, config) =>
    draft.token === undefined
      ? { problems: { token: 'is required: the token of an application in Gotify' } }
      : parseUrl(draft, config, 'the URL of a Gotify server, https://gotify.example.org'),
  connect: () => (ctx, to, message) => post(ctx, toGotifyRequest(to, message)),
};

function parseUrl({ address, token }: AddressDraft, config: Config, expected: string): ParsedAddress {
  const problem = problemOfUrl(address, createAllowedRanges(config));
  if (problem) return { problems: { address: `${problem}; expected ${expected}` } };
  return { address, secrets: token === undefined ? {} : { token } };
}

async function post(ctx: Context, { url, headers, body }: RelayRequest): Promise<DeliveryResult> {
  const sent = { 'content-type': 'application/json', 'user-agent': `Fallwatch/${version}`, ...headers };
  const request = { url, headers: sent, body: JSON.stringify(body) };
  return toRelayResult(await postOutbound(request, createAllowedRanges(ctx.config)));
}
