import { isIPv6 } from 'node:net';
import type { DeviceActor, DeviceGuard } from '../../access/device-guard.js';
import type { Platform } from '../../platform/context.js';
import { createAddressHash } from '../../platform/http/address-hash.js';
import type { createErrorConverter } from '../../platform/http/errors.js';
import { newId } from '../../platform/ids.js';
import { parseMacAddress } from '../../platform/mac.js';
import type { Login } from '../../platform/mqtt/handler.js';
import { createBlockList } from '../../platform/outbound.js';
import { forbidden, Refusal } from '../../platform/refusal.js';
import { isOwnTopic } from './mqtt.rules.js';

/** A device that is connected. */
export interface MqttDevice {
  readonly credential: string;
  readonly address: string;
  readonly actor: DeviceActor;
  /** The topic that it publishes to, once it has been checked. */
  topic: string | undefined;
}

/** The address is checked first: a credential that came without TLS must not seem to work. */
export function createLogin(
  { config, log, tokenKeys }: Platform,
  { find }: DeviceGuard,
  convert: ReturnType<typeof createErrorConverter>,
): (login: Login) => Promise<MqttDevice> {
  const hashAddress = createAddressHash(tokenKeys[0]);
  const proxies = createBlockList(config.trustProxy);

  async function check({ username = '', password = '', address, willTopic }: Login): Promise<MqttDevice> {
    if (config.requireHttps && !proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) throw notEncrypted();
    const actor = await find(password, address);
    const { macAddress } = actor.device;
    if (parseMacAddress(username) !== macAddress)
      throw forbidden(`This credential belongs to device ${macAddress}: send its MAC address as user name.`);
    if (willTopic !== undefined && !isOwnTopic(macAddress, 'status', willTopic))
      throw new Refusal(400, 'BAD_REQUEST', `The topic of the will must be fallwatch/${macAddress}/status.`);
    return { credential: password, address, actor, topic: undefined };
  }

  return async (login) => {
    try {
      return await check(login);
    } catch (error) {
      const requestId = newId();
      const refusal = convert(error as Error, requestId);
      const { status, code } = refusal;
      log.info({ requestId, status, code, addressHash: hashAddress(login.address) }, 'mqtt connection refused');
      throw refusal;
    }
  };
}

function notEncrypted(): Refusal {
  return new Refusal(403, 'HTTPS_REQUIRED', 'TLS is required. If it ends at a proxy, name the proxy in TRUST_PROXY.');
}
