import type { DeviceActor } from '../../access/device-guard.js';
import { type Context, createContext, type Platform } from '../../platform/context.js';
import { createBodyCheck } from '../../platform/http/validation.js';
import { newId } from '../../platform/ids.js';
import { parseJson } from '../../platform/json.js';
import { tooLarge } from '../../platform/refusal.js';
import type { Arrival } from './batch.js';
import { SensorReading } from './ingest.schema.js';
import { readingBodyLimit, uploadBodyLimit } from './intake.service.js';
import { isUpload, toIdentity } from './mqtt.rules.js';
import { Upload } from './upload.schema.js';

const checkReading = createBodyCheck(SensorReading);
const checkUpload = createBodyCheck(Upload);

/** A message as the intake takes it. */
export class MqttArrival {
  readonly actor: DeviceActor;
  readonly arrivedAtMs: number;
  readonly heldUpMs: number;
  body: unknown;
  validationError: Arrival['validationError'];
  isUpload = false;
  readonly #platform: Platform;
  #id: string | undefined;
  #ctx: Context | undefined;

  constructor(platform: Platform, actor: DeviceActor) {
    this.#platform = platform;
    this.actor = actor;
    this.arrivedAtMs = platform.clock.nowMs();
    this.heldUpMs = platform.eventLoop.heldUpMs(performance.now());
  }

  /** Both created on first use: few readings need them. */
  get id(): string {
    this.#id ??= newId();
    return this.#id;
  }

  get ctx(): Context {
    this.#ctx ??= createContext(this.#platform, this.actor, this.id);
    return this.#ctx;
  }

  read(payload: Buffer): void {
    if (payload.length > uploadBodyLimit) throw tooLarge();
    // As over HTTP, an empty body counts as an empty object: the answer lists the missing fields.
    this.body = payload.length === 0 ? {} : parseJson(payload.toString());
    this.isUpload = isUpload(this.body);
    if (!this.isUpload && payload.length > readingBodyLimit) throw tooLarge();
    const validation = (this.isUpload ? checkUpload : checkReading)(this.body);
    if (validation) this.validationError = { validation };
  }

  answer(envelope: object): string {
    return JSON.stringify({ ...envelope, ...toIdentity(this.body) });
  }
}
