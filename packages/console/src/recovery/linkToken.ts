import { FallwatchError } from '@fallwatch/client';

/** The secret of a link. In the fragment (after #): browsers send it to no server, so no log contains it. */
export const readLinkToken = (): string => window.location.hash.slice(1);

export const isDeadLink = (error: unknown): boolean => error instanceof FallwatchError && error.status === 401;
