import type { FallAssessment } from '@fallwatch/client';

/**
 * 'starting': nothing was sent yet. 'connected': the latest request was answered. 'offline': it was not; readings are
 * buffered. 'unpaired': the service does not accept the credential; nothing is sent until the device is paired again.
 */
export type Connection = 'starting' | 'connected' | 'offline' | 'unpaired';

/** What a device shows on its screen. */
export interface DeviceState {
  /** The level of the latest assessed reading. */
  readonly level: FallAssessment['fallLevel'];
  readonly connection: Connection;
  readonly bufferedCount: number;
  /** Unix time in ms of the latest reading that the service took; undefined before the first. */
  readonly lastSentAtMs: number | undefined;
}

export const startState: DeviceState = {
  level: 'NO_FALL',
  connection: 'starting',
  bufferedCount: 0,
  lastSentAtMs: undefined,
};

/** The part of an answer that concerns the wearer. */
export interface Assessed
  extends Pick<FallAssessment, 'fallDetected' | 'fallConfidence' | 'fallLevel' | 'fallEventId' | 'confirmation'> {
  /** The service's time of the answer, to compare `confirmation.expiresAt` with. */
  readonly answeredAt: string;
  /** How old the reading was when its batch was sent. Undefined: it was sent at once, alone. */
  readonly ageMs: number | undefined;
}
