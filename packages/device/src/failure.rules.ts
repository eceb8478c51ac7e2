import type { FallwatchError } from '@fallwatch/client';

/**
 * What an error answer means for what was sent. 'retry': keep it and send it again. 'refused': the same bytes would be
 * refused again. 'unpaired': the credential is not valid, or not for this device.
 */
export type Failure = 'retry' | 'refused' | 'unpaired';

export function classifyFailure({ status }: Pick<FallwatchError, 'status'>): Failure {
  if (status === 401 || status === 403) return 'unpaired';
  // 408 and 425 ask for the same request again; 404 comes from a proxy that does not know the service yet.
  if (status === 0 || status === 404 || status === 408 || status === 425 || status === 429 || status >= 500)
    return 'retry';
  return 'refused';
}
