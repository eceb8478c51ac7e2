import { Fallwatch, FallwatchError, type Reading } from '@fallwatch/client';
import {
  type Assessed,
  createDeviceService,
  MemoryBuffer,
  redeemCode,
  type SendResult,
  systemClock,
  Uplink,
} from '@fallwatch/device';
import type { DeviceConnection, Sent } from './link.js';
import type { Random } from './random.js';
import { retryAfterWait } from './ward.js';

export interface PairedSettings {
  readonly url: string;
  readonly credential: string;
  readonly random: Random;
}

/** A device with its own credential, which sends like a real one: with the device library. */
export class PairedLink implements DeviceConnection {
  readonly #uplink: Uplink;
  #offlineUntilMs = 0;
  /** `performance.now()` when the wearable's uptime was 0. */
  #startedAtMs: number | undefined;
  #onUploaded: (assessed: Assessed) => void = () => undefined;

  constructor({ url, credential, random }: PairedSettings) {
    const fetch = (request: Request) =>
      this.held === 'offline' ? Promise.reject(new TypeError('no Wi-Fi')) : globalThis.fetch(request);
    this.#uplink = new Uplink({
      service: createDeviceService(new Fallwatch({ baseUrl: url, token: credential, fetch })),
      buffer: new MemoryBuffer(),
      clock: { ...systemClock, uptimeMs: () => performance.now() - (this.#startedAtMs ?? 0) },
      bootId: Math.floor(random.next() * 2 ** 32),
      random: () => random.next(),
      onAssessed: (assessed) => {
        if (assessed.ageMs !== undefined) this.#onUploaded(assessed);
      },
    });
  }

  lose(ms: number): void {
    this.#offlineUntilMs = Date.now() + ms;
  }

  get held(): 'offline' | undefined {
    return Date.now() < this.#offlineUntilMs ? 'offline' : undefined;
  }

  onUploaded(listener: (assessed: Assessed) => void): void {
    this.#onUploaded = listener;
  }

  async send(reading: Reading): Promise<Sent> {
    this.#startedAtMs ??= performance.now() - reading.uptime_ms;
    return toSent(await this.#uplink.send(reading));
  }

  stop(): Promise<void> {
    return this.#uplink.stop();
  }
}

function toSent(result: SendResult): Sent {
  return result.kind === 'buffered' ? { kind: 'buffered' } : result;
}

/** Gets a credential for the device, with a code that its wearer asks for. */
export async function pairDevice(
  wearer: Fallwatch,
  device: { readonly url: string; readonly macAddress: string },
  say: (line: string) => void,
): Promise<string> {
  const { code } = await retryAfterWait(() => askForCode(wearer), say);
  const description = { deviceId: device.macAddress, firmwareVersion: 'simulator-1' };
  return retryAfterWait(() => redeemCode({ baseUrl: device.url, device: description, code }), say);
}

async function askForCode(wearer: Fallwatch): Promise<{ code: string }> {
  try {
    return await wearer.post('/api/device/pairing-codes', { body: {} });
  } catch (error) {
    if (error instanceof FallwatchError && error.status === 404)
      throw new Error('The service cannot pair devices: it is older than this simulator. Leave out --paired.');
    throw error;
  }
}
