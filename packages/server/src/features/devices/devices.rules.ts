import type { Config } from '../../config.js';
import { parseTime } from '../../platform/dates.js';

export const deviceStatuses = ['ACTIVE', 'INACTIVE', 'OFFLINE', 'DISABLED', 'UNREGISTERED'] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

export type Thresholds = Pick<Config, 'deviceInactiveAfterMs' | 'deviceOfflineAfterMs'>;

/** A device that sends seldom counts as silent only after this many of its intervals: one reading may be lost. */
export const missedIntervals = 3;

/** After a longer pause in sending, nobody knows how the device was worn meanwhile. */
export const longestPauseMinutes = 5;

/** The time without a reading after which a device is silent: as configured, and longer if it sends less often. */
function toSilenceMs(configuredMs: number, intervalMs: number | null): number {
  return Math.max(configuredMs, missedIntervals * (intervalMs ?? 0));
}

export interface DeviceTimes {
  readonly disabledAt: string | null;
  readonly lastSeen: string | null;
  readonly intervalMs: number | null;
}

/**
 * Computed on request, never stored: the next accepted reading makes a device ACTIVE again, and enabling a device shows
 * the status it would have had.
 */
export function toStatus(
  device: DeviceTimes,
  nowMs: number,
  { deviceInactiveAfterMs, deviceOfflineAfterMs }: Thresholds,
): DeviceStatus {
  if (device.disabledAt !== null) return 'DISABLED';
  if (device.lastSeen === null) return 'UNREGISTERED';
  const silentMs = nowMs - parseTime(device.lastSeen);
  if (silentMs < toSilenceMs(deviceInactiveAfterMs, device.intervalMs)) return 'ACTIVE';
  return silentMs < toSilenceMs(deviceOfflineAfterMs, device.intervalMs) ? 'INACTIVE' : 'OFFLINE';
}

/** `Wearable EE:FF`: the last two octets, as printed on the device. */
export function defaultDeviceName(macAddress: string): string {
  return `Wearable ${macAddress.slice(-5)}`;
}

/** In percent: crossing each of these downwards is logged once, and alerts the caregivers (features/troubles). */
export const lowBattery = 20;
export const emptyBattery = 5;
const batteryMarks = [lowBattery, emptyBattery];

/** The mark that the battery has just crossed downwards, if any. */
export function crossedBatteryMark(before: number | null, now: number): number | undefined {
  if (now > lowBattery) return undefined;
  return batteryMarks.findLast((mark) => now <= mark && (before === null || before > mark));
}

export interface HeartRate {
  readonly mean: number;
  readonly variance: number;
}

/** Weight of a new value: about the last 20 readings count. */
const newShare = 0.05;

/** Exponentially weighted mean and variance: two numbers instead of a window. */
export function smoothHeartRate(before: HeartRate | null, bpm: number): HeartRate {
  if (before === null) return { mean: bpm, variance: 0 };
  const difference = bpm - before.mean;
  return {
    mean: before.mean + newShare * difference,
    variance: (1 - newShare) * (before.variance + newShare * difference * difference),
  };
}

export const deviceWarnings = ['CANNOT_ASK'] as const;
export type DeviceWarning = (typeof deviceWarnings)[number];

/** For the author of the firmware: what to do. */
export const warningTexts: Record<DeviceWarning, string> = {
  CANNOT_ASK:
    'This wrist device cannot ask its wearer. Every false alarm reaches a caregiver. Declare can_confirm, and ask “Are ' +
    'you OK?” while an answer says confirmation.required: docs/devices.md.',
};

/** At the wrist most false alarms come from the hands, and the wearer is the first to know. */
export function cannotAsk(bodySite: string | null | undefined, canConfirm: boolean | null | undefined): boolean {
  return bodySite === 'wrist' && canConfirm !== true;
}

/** What the maker or the operator of the device should change. Computed from what it last said, never stored. */
export function findWarnings(device: {
  readonly bodySite: string | null;
  readonly canConfirm: boolean | null;
}): DeviceWarning[] {
  return cannotAsk(device.bodySite, device.canConfirm) ? ['CANNOT_ASK'] : [];
}
