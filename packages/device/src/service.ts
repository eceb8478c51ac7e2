import type { FallAssessment, Fallwatch, Reading } from '@fallwatch/client';

/** The calls of a device. Only this file knows their paths. */
export interface DeviceService {
  sendReading(reading: IdentifiedReading, signal: AbortSignal): Promise<FallAssessment>;
  sendBatch(readings: readonly BatchReading[], signal: AbortSignal): Promise<BatchAnswer>;
  answerFall(fallId: string, answer: WearerAnswer, signal: AbortSignal): Promise<void>;
  rotateCredential(): Promise<{ readonly credential: string }>;
  startPairing(device: DeviceDescription): Promise<PairingStart>;
  pollPairing(deviceCode: string, signal: AbortSignal): Promise<PairingPoll>;
  redeemCode(code: string, device: DeviceDescription): Promise<{ readonly credential: string }>;
}

export type WearerAnswer = 'OK' | 'NEEDS_HELP';

/** Who the device is, as it introduces itself. */
export interface DeviceDescription {
  /** MAC address. */
  readonly deviceId: string;
  readonly name?: string;
  readonly firmwareVersion?: string;
}

/** A reading with the run of the device that took it: together with `uptime_ms` it is stored once. */
export interface IdentifiedReading extends Reading {
  readonly boot_id: number;
}

/** A reading of a batch: also how long ago it was taken. */
export interface BatchReading extends IdentifiedReading {
  readonly age_ms: number;
}

type AssessmentFields = Pick<
  FallAssessment,
  'fallDetected' | 'fallConfidence' | 'fallLevel' | 'fallEventId' | 'confirmation'
>;

/** The assessment is null for a reading that was assessed earlier, or cannot be. */
export interface BatchResult extends Nullable<AssessmentFields> {
  readonly status: 'stored' | 'known' | 'refused';
  readonly problem: null | {
    readonly code: string;
    readonly message: string;
    readonly details: Readonly<Record<string, string>>;
  };
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

export interface BatchAnswer {
  /** One for each reading, in the order sent. */
  readonly results: readonly BatchResult[];
  readonly receivedAt: string;
}

export interface PairingStart {
  readonly deviceCode: string;
  /** To show: `BCDF-GHJK`. */
  readonly userCode: string;
  /** For a QR code. */
  readonly url: string;
  readonly expiresAt: string;
  readonly pollSeconds: number;
}

export interface PairingPoll {
  readonly state: 'WAITING' | 'PAIRED';
  readonly credential: string | null;
}

export function createDeviceService(fallwatch: Fallwatch): DeviceService {
  return {
    sendReading: (body, signal) => fallwatch.post('/api/device/sensor-stream', { body, signal }),
    sendBatch: (readings, signal) =>
      fallwatch.post('/api/device/readings', { body: { readings: [...readings] }, signal }),
    async answerFall(id, answer, signal) {
      const path = answer === 'OK' ? '/api/falls/{id}/cancel' : '/api/falls/{id}/confirm';
      await fallwatch.post(path, { path: { id }, signal });
    },
    rotateCredential: () => fallwatch.post('/api/device/credential'),
    startPairing: (device) => fallwatch.post('/api/device/pairings', { body: toBody(device) }),
    pollPairing: (deviceCode, signal) => fallwatch.post('/api/device/pairings/poll', { body: { deviceCode }, signal }),
    redeemCode: (code, device) => fallwatch.post('/api/device/pairings/redeem', { body: { code, ...toBody(device) } }),
  };
}

function toBody({ deviceId, name, firmwareVersion }: DeviceDescription) {
  return {
    device_id: deviceId,
    ...(name === undefined ? {} : { name }),
    ...(firmwareVersion === undefined ? {} : { firmware_version: firmwareVersion }),
  };
}
