import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimit } from '../../config.js';
import type { Platform } from '../context.js';
import { tooMany } from '../refusal.js';
import { clientKey } from './address.js';

export interface NamedLimit {
  readonly name: string;
  readonly limit: RateLimit | null;
  /** What a person reads when it is hit. */
  readonly message: string;
}

/** Counts this request, refused ones too, and tells the truth about the limit in the headers. */
export async function applyLimit(
  { hot, clock, metrics }: Platform,
  { name, limit, message }: NamedLimit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (limit === null) return;
  const { count, resetAtMs } = await hot.countHit(`limit:${name}:${clientKey(request.ip)}`, limit.windowMs);
  announceLimit(reply, limit, Math.max(0, limit.points - count), resetAtMs);
  if (count <= limit.points) return;
  metrics.refusedByLimit.inc({ limit: name });
  throw tooMany(message, Math.max(1, Math.ceil((resetAtMs - clock.nowMs()) / 1_000)));
}

/** What is left, on every answer of a limited route: refused or not. */
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
