import { Fallwatch, type Reading } from '@fallwatch/client';
import { MemoryBuffer, type ReadingBuffer } from './buffer.js';
import { type Clock, systemClock } from './clock.js';
import { CredentialKeeper, type CredentialStore } from './credential.js';
import { everySecond, type SendingMode } from './mode.js';
import { toMotionFields } from './motion.rules.js';
import { type Question, Questions } from './questions.js';
import type { Sample } from './sample.js';
import { collectSample, type Filling } from './seconds.rules.js';
import { createDeviceService } from './service.js';
import type { Assessed, DeviceState } from './state.js';
import { Uplink } from './uplink.js';
import type { RefusedReading } from './uplink.types.js';

/** The fields of a reading besides its motion: battery, heart rate, …; see docs/devices.md. */
export type OtherFields = Omit<Partial<Reading>, 'device_id' | 'uptime_ms' | 'samples' | 'sampling'>;

export interface DeviceOptions {
  /** The address of the service, without `/api`. */
  readonly baseUrl: string;
  /** MAC address. */
  readonly deviceId: string;
  readonly credentials: CredentialStore;
  readonly bodySite?: 'waist' | 'wrist';
  /** Called once per reading. Leave out what is not known. */
  readonly describe?: () => OtherFields;
  /** Asks the wearer. Without it, alerts do not wait for an answer. */
  readonly onQuestion?: (question: Question) => void;
  /** There is less time to answer than `onQuestion` said: the fall has become clearer. 0: people are being notified. */
  readonly onDeadline?: (fallId: string, expiresInMs: number) => void;
  readonly onState?: (state: DeviceState) => void;
  /** A reading was refused and dropped: a mistake in the device's software. */
  readonly onRefused?: (refused: RefusedReading) => void;
  /** Every second unless set; `edgeMode()` of `@fallwatch/device/edge` sends less. */
  readonly mode?: SendingMode;
  /** In memory unless set; in browsers an `IndexedDbBuffer` outlives the page. */
  readonly buffer?: ReadingBuffer;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly clock?: Clock;
  /** 0..1. */
  readonly random?: () => number;
}

/** A wearable: takes samples, sends readings, asks its wearer. */
export class FallwatchDevice {
  readonly #options: DeviceOptions;
  readonly #mode: SendingMode;
  readonly #uplink: Uplink;
  readonly #questions: Questions;
  readonly #keeper: CredentialKeeper;
  #filling: Filling | undefined;

  constructor(options: DeviceOptions) {
    const { baseUrl, fetch, clock = systemClock, random = Math.random, onDeadline } = options;
    this.#options = options;
    this.#mode = options.mode ?? everySecond;
    const fallwatch = new Fallwatch({ baseUrl, ...(fetch ? { fetch } : {}) });
    const service = createDeviceService(fallwatch);
    const onQuestion = options.onQuestion ?? (() => undefined);
    this.#questions = new Questions({ service, clock, random, onQuestion, ...(onDeadline ? { onDeadline } : {}) });
    this.#keeper = new CredentialKeeper(fallwatch, service, options.credentials, clock);
    this.#uplink = new Uplink({
      service,
      clock,
      random,
      buffer: options.buffer ?? new MemoryBuffer(),
      bootId: Math.floor(random() * 2 ** 32),
      ...(options.onState ? { onState: options.onState } : {}),
      ...(options.onRefused ? { onRefused: options.onRefused } : {}),
      onAssessed: (assessed) => this.#note(assessed),
    });
  }

  get state(): DeviceState {
    return this.#uplink.state;
  }

  /** Loads the credential and begins to send. False: there is none, pair the device first. */
  async start(): Promise<boolean> {
    const stored = await this.#options.credentials.load();
    if (!stored) return false;
    this.#keeper.use(stored);
    await this.#uplink.start();
    return true;
  }

  /**
   * Takes one sample, at any rate, and sends the reading of each complete second. Resolves when that is answered or
   * buffered: do not wait for it between samples.
   */
  async addSample(sample: Sample): Promise<void> {
    const { filling, second } = collectSample(this.#filling, sample);
    this.#filling = filling;
    if (second) await this.addReading(toMotionFields(second));
  }

  /** For devices that make the motion fields of a second themselves. */
  async addReading(motion: ReturnType<typeof toMotionFields>): Promise<void> {
    const { deviceId, bodySite, describe, onQuestion } = this.#options;
    const reading: Reading = {
      device_id: deviceId,
      ...motion,
      ...(bodySite === undefined ? {} : { body_site: bodySite }),
      ...(onQuestion === undefined ? {} : { can_confirm: true }),
      ...describe?.(),
    };
    const selected = this.#mode.select(reading);
    const [only, ...others] = selected;
    if (only === undefined) return;
    if (only.uptime_ms === reading.uptime_ms && others.length === 0) await this.#uplink.send(only);
    else await this.#uplink.sendTogether(selected);
  }

  /** Continues after the device was paired again. Buffered readings are deleted: the wearer may be another person. */
  async resume(credential: string): Promise<void> {
    const { baseUrl, credentials, clock = systemClock } = this.#options;
    const stored = { credential, issuedAtMs: clock.wallMs() };
    await credentials.save(stored);
    this.#keeper.use({ ...stored, address: baseUrl });
    await this.#uplink.resume();
  }

  async stop(): Promise<void> {
    this.#questions.stop();
    await this.#uplink.stop();
  }

  #note(assessed: Assessed): void {
    this.#questions.note(assessed);
    void this.#keeper.keep();
  }
}
