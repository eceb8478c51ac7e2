import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimit } from '../../config.js';
import type { Platform } from '../context.js';
import { tooMany } from '../refusal.js';
import { clientKey, networkKey } from './address.js';

export interface NamedLimit {
  readonly name: string;
  readonly limit: RateLimit | null;
  /** The message for the person who exceeds the limit. */
  readonly message: string;
  /** Also counts the /48 of an IPv6 client: for routes where guessing pays, such as login. */
  readonly countsNetwork?: boolean;
}

/** A /48 may send this many times the requests of one client. */
const clientsPerNetwork = 10;

/** Counts this request, also if it is refused, and reports the limit in the headers. */
export async function applyLimit(
  platform: Platform,
  named: NamedLimit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await countForLimit(platform, named, request.ip, (remaining, resetAtMs) =>
    announceLimit(reply, named.limit, remaining, resetAtMs),
  );
}

/** Counts for this address. Refuses past the limit, after `announce`. */
export async function countForLimit(
  { hot, clock, metrics }: Platform,
  { name, limit, message, countsNetwork = false }: NamedLimit,
  address: string,
  announce: (remaining: number, resetAtMs: number) => void = () => {},
): Promise<void> {
  if (limit === null) return;
  const { count, resetAtMs } = await hot.countHit(`limit:${name}:${clientKey(address)}`, limit.windowMs);
  announce(Math.max(0, limit.points - count), resetAtMs);
  const refuse = (untilMs: number): never => {
    metrics.counter('rate_limited_total').inc({ limit: name });
    throw tooMany(message, Math.max(1, Math.ceil((untilMs - clock.nowMs()) / 1_000)));
  };
  if (count > limit.points) refuse(resetAtMs);
  const network = countsNetwork ? networkKey(address) : undefined;
  if (network === undefined) return;
  const together = await hot.countHit(`limit:${name}:${network}`, limit.windowMs);
  if (together.count > limit.points * clientsPerNetwork) refuse(together.resetAtMs);
}

/** Sets the remaining count on every answer of a limited route, refused or not. */
export function announceLimit(
  reply: FastifyReply,
  limit: RateLimit | null,
  remaining: number,
  resetAtMs: number,
): void {
  if (limit === null) return;
  reply.header('x-ratelimit-limit', limit.points);
  reply.header('x-ratelimit-remaining', remaining);
  reply.header('x-ratelimit-reset', Math.ceil(resetAtMs / 1_000));
}
