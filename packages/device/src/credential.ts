import { FallwatchError } from '@fallwatch/client';
import type { Clock } from './clock.js';
import type { DeviceService } from './service.js';

export interface StoredCredential {
  readonly credential: string;
  /** Unix time in ms. */
  readonly issuedAtMs: number;
}

/** Where the device keeps its credential. It is a secret. */
export interface CredentialStore {
  load(): Promise<StoredCredential | undefined>;
  save(stored: StoredCredential): Promise<void>;
}

const dayMs = 24 * 3_600_000;
const rotateAfterMs = 30 * dayMs;
/** Also after a failed attempt: the older credential stays valid for a day, so it costs nothing. */
const checkEveryMs = 3_600_000;

/** Replaces the credential once it is 30 days old. */
export class Rotation {
  readonly #service: DeviceService;
  readonly #store: CredentialStore;
  readonly #clock: Clock;
  readonly #use: (credential: string) => void;
  #checkedAtMs = Number.NEGATIVE_INFINITY;

  constructor(service: DeviceService, store: CredentialStore, clock: Clock, use: (credential: string) => void) {
    this.#service = service;
    this.#store = store;
    this.#clock = clock;
    this.#use = use;
  }

  /** To be called while the service answers, as often as wanted. */
  async rotateIfDue(): Promise<void> {
    const nowMs = this.#clock.wallMs();
    if (nowMs - this.#checkedAtMs < checkEveryMs) return;
    this.#checkedAtMs = nowMs;
    const stored = await this.#store.load();
    if (!stored || nowMs - stored.issuedAtMs < rotateAfterMs) return;
    try {
      const { credential } = await this.#service.rotateCredential();
      // Stored before it is used: after a power cut in between, the older one is still valid.
      await this.#store.save({ credential, issuedAtMs: nowMs });
      this.#use(credential);
    } catch (error) {
      if (!(error instanceof FallwatchError)) throw error;
    }
  }
}
