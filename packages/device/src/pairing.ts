import { Fallwatch, FallwatchError } from '@fallwatch/client';
import { computeWaitMs } from './backoff.rules.js';
import { type Clock, systemClock } from './clock.js';
import { classifyFailure } from './failure.rules.js';
import { createDeviceService, type DeviceDescription, type DeviceService, type PairingStart } from './service.js';

export interface PairingOptions {
  /** The address of the service, without `/api`. */
  readonly baseUrl: string;
  readonly device: DeviceDescription;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly clock?: Clock;
}

export interface StartPairingOptions extends PairingOptions {
  /** Shows the code; called again with a new one when a code expires unused. */
  readonly onCode: (shown: Pick<PairingStart, 'userCode' | 'url' | 'expiresAt'>) => void;
  readonly signal?: AbortSignal;
  /** 0..1. */
  readonly random?: () => number;
}

/** Thrown when the signal of `startPairing` aborts. */
export class PairingStopped extends Error {
  override readonly name = 'PairingStopped';
}

/**
 * Shows a code until somebody enters it, and returns the credential of the device. A lost connection is waited for.
 */
export async function startPairing(options: StartPairingOptions): Promise<string> {
  const service = toService(options);
  const { signal = new AbortController().signal } = options;
  for (;;) {
    const started = await retry(options, signal, () => service.startPairing(options.device));
    options.onCode(started);
    const credential = await pollUntilPaired(service, started, options, signal);
    if (credential !== undefined) return credential;
  }
}

/** Uses a code that a person shows to the device, and returns the credential. A wrong code: `FallwatchError` 404. */
export async function redeemCode(options: PairingOptions & { readonly code: string }): Promise<string> {
  const { credential } = await toService(options).redeemCode(options.code, options.device);
  return credential;
}

export interface UnpairOptions extends Pick<PairingOptions, 'baseUrl' | 'fetch'> {
  readonly credential: string;
}

/** Revokes the credential, before the device forgets it. One that is not valid any more counts as revoked. */
export async function unpair({ credential, ...options }: UnpairOptions): Promise<void> {
  try {
    await new Fallwatch({ ...options, token: credential }).delete('/api/device/credential');
  } catch (error) {
    if (!(error instanceof FallwatchError) || error.status !== 401) throw error;
  }
}

/** Undefined: the code expired, or its credential was given out and lost on the way. */
async function pollUntilPaired(
  service: DeviceService,
  { deviceCode, pollSeconds }: PairingStart,
  options: StartPairingOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { clock = systemClock } = options;
  for (;;) {
    await clock.wait(pollSeconds * 1_000, signal);
    try {
      const { credential } = await retry(options, signal, () => service.pollPairing(deviceCode, signal));
      if (credential !== null) return credential;
    } catch (error) {
      if (error instanceof FallwatchError && error.status === 404) return undefined;
      throw error;
    }
  }
}

async function retry<T>(
  { clock = systemClock, random = Math.random }: StartPairingOptions,
  signal: AbortSignal,
  call: () => Promise<T>,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    if (signal.aborted) throw new PairingStopped('Pairing was stopped');
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof FallwatchError) || error.status === 404 || classifyFailure(error) !== 'retry') throw error;
      await clock.wait(computeWaitMs(failures, error.retryAfterSeconds, random()), signal);
    }
  }
}

function toService({ baseUrl, fetch }: PairingOptions): DeviceService {
  return createDeviceService(new Fallwatch({ baseUrl, ...(fetch ? { fetch } : {}) }));
}
