import { type Fallwatch, FallwatchError } from '@fallwatch/client';
import type { Clock } from './clock.js';
import type { DeviceService } from './service.js';

export interface StoredCredential {
  readonly credential: string;
  /** Unix time in ms. */
  readonly issuedAtMs: number;
  /** Where this device sends, once the service has named its cell. */
  readonly address?: string;
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

/** Stores what changes while the device runs: a credential that is replaced after 30 days, and the address. */
export class CredentialKeeper {
  readonly #fallwatch: Fallwatch;
  readonly #service: DeviceService;
  readonly #store: CredentialStore;
  readonly #clock: Clock;
  #storedAddress: string | undefined;
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #isBusy = false;

  constructor(fallwatch: Fallwatch, service: DeviceService, store: CredentialStore, clock: Clock) {
    this.#fallwatch = fallwatch;
    this.#service = service;
    this.#store = store;
    this.#clock = clock;
  }

  use({ credential, address }: StoredCredential): void {
    this.#fallwatch.token = credential;
    if (address !== undefined) this.#fallwatch.address = address;
    this.#storedAddress = this.#fallwatch.address;
  }

  /** To be called while the service answers, as often as wanted. */
  async keep(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#keepAddress();
      await this.#rotateIfDue();
    } finally {
      this.#isBusy = false;
    }
  }

  async #keepAddress(): Promise<void> {
    const { address } = this.#fallwatch;
    if (address === this.#storedAddress) return;
    this.#storedAddress = address;
    const stored = await this.#store.load();
    if (stored) await this.#store.save({ ...stored, address });
  }

  async #rotateIfDue(): Promise<void> {
    const nowMs = this.#clock.wallMs();
    if (nowMs - this.#checkedAtMs < checkEveryMs) return;
    this.#checkedAtMs = nowMs;
    const stored = await this.#store.load();
    if (!stored || nowMs - stored.issuedAtMs < rotateAfterMs) return;
    try {
      const { credential } = await this.#service.rotateCredential();
      const replaced = { ...stored, credential, issuedAtMs: nowMs };
      // Stored before it is used: after a power cut in between, the older one is still valid.
      await this.#store.save(replaced);
      this.use(replaced);
    } catch (error) {
      if (!(error instanceof FallwatchError)) throw error;
    }
  }
}
