import type { IConnackPacket, IConnectPacket } from 'mqtt-packet';
import { reasons, toReturnCode } from './codes.js';
import type { Login } from './handler.js';

export interface ConnectLimits {
  readonly maxPacketBytes: number;
  /** Messages of QoS 1 that a client may have sent without their acknowledgement. */
  readonly receiveMaximum: number;
}

/** Why this CONNECT is refused, whoever sends it; undefined if it may be. */
export function findConnectProblem(packet: IConnectPacket): number | undefined {
  const { protocolVersion, clientId, clean, will, properties } = packet;
  if (protocolVersion !== 4 && protocolVersion !== 5) return reasons.unsupportedVersion;
  // 3.1.1 requires it: without an id there is nothing to keep a session under.
  if (protocolVersion === 4 && clientId === '' && !clean) return reasons.clientIdInvalid;
  if (properties?.authenticationMethod !== undefined) return reasons.badAuthenticationMethod;
  if (will?.qos === 2) return reasons.qosNotSupported;
  return will?.retain && protocolVersion === 5 ? reasons.retainNotSupported : undefined;
}

export function toLogin({ username, password, will }: IConnectPacket, address: string): Login {
  return { username, password: password?.toString(), address, willTopic: will?.topic };
}

/** No session is kept: it is never present, and ends with the connection. */
export function createConnack(
  { clientId, properties }: IConnectPacket,
  assignedClientIdentifier: string,
  { maxPacketBytes, receiveMaximum }: ConnectLimits,
): IConnackPacket {
  return {
    cmd: 'connack',
    sessionPresent: false,
    returnCode: 0,
    reasonCode: reasons.success,
    properties: {
      ...(properties?.sessionExpiryInterval ? { sessionExpiryInterval: 0 } : {}),
      ...(clientId === '' ? { assignedClientIdentifier } : {}),
      receiveMaximum,
      maximumQoS: 1,
      maximumPacketSize: maxPacketBytes,
      retainAvailable: false,
      wildcardSubscriptionAvailable: false,
      subscriptionIdentifiersAvailable: false,
      sharedSubscriptionAvailable: false,
    },
  };
}

export function createRefusedConnack(reasonCode: number, reasonString: string | undefined): IConnackPacket {
  return {
    cmd: 'connack',
    sessionPresent: false,
    returnCode: toReturnCode(reasonCode),
    reasonCode,
    properties: reasonString === undefined ? {} : { reasonString },
  };
}
