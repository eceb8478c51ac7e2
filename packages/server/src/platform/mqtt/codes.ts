/** The reason codes of MQTT 5 that the service sends. */
export const reasons = {
  success: 0x00,
  noSubscription: 0x11,
  /** Never sent: the process log's code for a connection that ended without DISCONNECT. */
  connectionLost: 0x80,
  malformedPacket: 0x81,
  protocolError: 0x82,
  /** “Implementation specific error”: here always temporary, the client may send the message again. */
  sendAgain: 0x83,
  unsupportedVersion: 0x84,
  clientIdInvalid: 0x85,
  notAuthorized: 0x87,
  unavailable: 0x88,
  shuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  takenOver: 0x8e,
  topicInvalid: 0x90,
  receiveMaximumExceeded: 0x93,
  topicAliasInvalid: 0x94,
  packetTooLarge: 0x95,
  quotaExceeded: 0x97,
  payloadInvalid: 0x99,
  retainNotSupported: 0x9a,
  qosNotSupported: 0x9b,
  connectionRateExceeded: 0x9f,
} as const;

/** The return codes of a CONNACK in 3.1.1; every other reason is 5, not authorized. */
const returnCodes: Readonly<Record<number, number>> = {
  [reasons.success]: 0,
  [reasons.unsupportedVersion]: 1,
  [reasons.clientIdInvalid]: 2,
  [reasons.unavailable]: 3,
  [reasons.connectionRateExceeded]: 3,
};

export function toReturnCode(reason: number): number {
  return returnCodes[reason] ?? 5;
}

/** Why a client may not connect, from the status of the refusal. */
export function toConnackReason(status: number): number {
  if (status >= 500) return reasons.unavailable;
  if (status === 429) return reasons.connectionRateExceeded;
  return status === 400 ? reasons.topicInvalid : reasons.notAuthorized;
}

/** Why a message is refused, from the status of the refusal. */
export function toPubackReason(status: number): number {
  if (status >= 500) return reasons.sendAgain;
  if (status === 429) return reasons.quotaExceeded;
  if (status === 404) return reasons.topicInvalid;
  return status === 401 || status === 403 ? reasons.notAuthorized : reasons.payloadInvalid;
}
