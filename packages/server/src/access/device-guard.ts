import type { Actor, ActorDevice, Platform } from '../platform/context.js';
import { countForLimit } from '../platform/http/limit.js';
import { findRefusal, unknownCredential } from './callers.js';
import { createCredentialReader } from './credential.js';
import { createLimitLookup } from './limits.js';
import { findAccess } from './policy.js';

export interface DeviceActor extends Actor {
  readonly device: ActorDevice;
}

/** Checks devices that send readings otherwise than over HTTP, by the rules of `POST /device/sensor-stream`. */
export interface DeviceGuard {
  /** The cached device, without a promise. */
  peek(credential: string): DeviceActor | undefined;
  /** Rejects with a Refusal. An unknown credential counts for the limit of its address. */
  find(credential: string, address: string): Promise<DeviceActor>;
}

export function createDeviceGuard(platform: Platform): DeviceGuard {
  const credentials = createCredentialReader(platform);
  const access = findAccess('reading.send');
  const { withoutSession } = createLimitLookup(platform.config)('POST /device/sensor-stream');
  return {
    peek(credential) {
      const actor = credentials.peek(credential);
      return actor && !findRefusal(access, actor, platform.config) ? (actor as DeviceActor) : undefined;
    },
    async find(credential, address) {
      const actor = await credentials.findOrLast(credential);
      const refusal = actor && findRefusal(access, actor, platform.config);
      if (refusal) throw refusal;
      if (actor) return actor as DeviceActor;
      await countForLimit(platform, withoutSession, address);
      throw unknownCredential();
    },
  };
}
