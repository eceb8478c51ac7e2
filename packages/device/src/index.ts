export { type BufferedReading, MemoryBuffer, type ReadingBuffer } from './buffer.js';
export { type Clock, systemClock } from './clock.js';
export type { CredentialStore, StoredCredential } from './credential.js';
export { type DeviceOptions, FallwatchDevice, type OtherFields } from './device.js';
export { IndexedDbBuffer } from './indexedDbBuffer.js';
export { everySecond, type SendingMode } from './mode.js';
export { type MotionFields, toMotionFields } from './motion.rules.js';
export {
  type PairingOptions,
  PairingStopped,
  redeemCode,
  type StartPairingOptions,
  startPairing,
  type UnpairOptions,
  unpair,
} from './pairing.js';
export type { Question } from './questions.js';
export type { Sample } from './sample.js';
export { collectSample, type Filling, type Second } from './seconds.rules.js';
export { createDeviceService, type DeviceDescription, type DeviceService, type WearerAnswer } from './service.js';
export type { Assessed, Connection, DeviceState } from './state.js';
export { Uplink } from './uplink.js';
export type { RefusedReading, SendResult, UplinkOptions } from './uplink.types.js';
