import { type ContactPoint, FallwatchError, type NewContactPoint, type PathOf } from '@fallwatch/client';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { api } from '../api.js';

/** Whose contact points are shown. Admins manage those of others, but cannot verify them. */
export interface Owner {
  readonly id: string;
  readonly name: string;
  readonly isSelf: boolean;
}

/** The lists to fetch again after a change. */
export const contactPaths: readonly PathOf<'get'>[] = [
  '/api/contact-points',
  '/api/admin/users/{id}/contact-points',
  '/api/admin/contact-points/failing',
];

export function addContactPoint({ id, isSelf }: Owner, body: NewContactPoint): Promise<ContactPoint> {
  return isSelf
    ? api.post('/api/contact-points', { body })
    : api.post('/api/admin/users/{id}/contact-points', { path: { id }, body });
}

export const isWorking = ({ verifiedAt, failingSince }: ContactPoint): boolean =>
  verifiedAt !== null && failingSince === null;

/** The endpoint of a push subscription is long and says nothing but who delivers. */
export const toShownAddress = ({ kind, address }: ContactPoint): string =>
  kind === 'push' ? new URL(address).hostname : address;

export type CodeSending = UseMutationResult<unknown, Error, ContactPoint>;

export function useCodeSending(): CodeSending {
  return useMutation({ mutationFn: ({ id }) => api.post('/api/contact-points/{id}/code', { path: { id } }) });
}

/** The service sends one code in 30 s; one second more for the way there. */
const codePauseMs = 31_000;

/** How long to wait for the next code; 0 if one can be requested now. */
export function codeWaitSeconds({ status, submittedAt, error }: CodeSending, nowMs: number): number {
  const refusedMs = error instanceof FallwatchError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  const pauseMs = status === 'success' ? codePauseMs : refusedMs;
  return Math.max(0, Math.ceil((submittedAt + pauseMs - nowMs) / 1_000));
}
