import type { Config } from '../../config.js';

export const deviceStatuses = ['ACTIVE', 'INACTIVE', 'OFFLINE', 'DISABLED', 'UNREGISTERED'] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

type Thresholds = Pick<Config, 'deviceInactiveAfterMs' | 'deviceOfflineAfterMs'>;

/**
 * Derived at the moment of asking, never stored: the next accepted reading makes a device ACTIVE again, enabling
 * it shows what it would have been.
 */
export function statusOf(
  device: { readonly disabledAt: string | null; readonly lastSeen: string | null },
  nowMs: number,
  { deviceInactiveAfterMs, deviceOfflineAfterMs }: Thresholds,
): DeviceStatus {
  if (device.disabledAt !== null) return 'DISABLED';
  if (device.lastSeen === null) return 'UNREGISTERED';
  const silentMs = nowMs - Date.parse(device.lastSeen);
  if (silentMs < deviceInactiveAfterMs) return 'ACTIVE';
  return silentMs < deviceOfflineAfterMs ? 'INACTIVE' : 'OFFLINE';
}

/** `Wearable EE:FF`: the last two octets, as printed on the device. */
export function deviceNameOf(macAddress: string): string {
  return `Wearable ${macAddress.slice(-5)}`;
}

/** Shown once when the battery falls to each of these, percent. */
const batteryMarks = [20, 5];

/** The mark that the battery has just fallen to, if any. */
export function batteryMarkOf(before: number | null, now: number): number | undefined {
  return batteryMarks.findLast((mark) => now <= mark && (before === null || before > mark));
}

export interface HeartRate {
  readonly mean: number;
  readonly variance: number;
}

/** Weight of a new value: about the last twenty readings count. */
const newShare = 0.05;

/** Exponentially weighted mean and variance: two numbers instead of a window. */
export function heartRateOf(before: HeartRate | null, bpm: number): HeartRate {
  if (before === null) return { mean: bpm, variance: 0 };
  const difference = bpm - before.mean;
  return {
    mean: before.mean + newShare * difference,
    variance: (1 - newShare) * (before.variance + newShare * difference * difference),
  };
}
