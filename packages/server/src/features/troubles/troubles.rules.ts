import type { AlertSeverity, Plan } from '../../platform/db/tables/alerts.js';
import type { TroubleKind } from '../../platform/db/tables/devices.js';
import { emptyBattery, lowBattery } from '../devices/devices.rules.js';
import { toAdmins, toCaregivers } from '../escalation/escalation.rules.js';
import { isNotWorn, isWornAgain, type WearLimits, type WornDevice } from './wear.rules.js';

export interface WatchedDevice extends WornDevice {
  readonly disabledAt: string | null;
  readonly lastSeen: string | null;
  readonly batteryLevel: number | null;
  readonly sensorsInitialized: boolean | null;
  /** After this time without a reading this person's devices count as silent. */
  readonly silentAfterMs: number;
  /** How much of the time since the last reading the service itself was not receiving. */
  readonly unheardMs: number;
}

/** Hysteresis: a level around its mark is one trouble, not many. The trouble ends this much above the mark. */
const recoveredAbove = 5;

function isSilent({ lastSeen, silentAfterMs, unheardMs }: WatchedDevice, nowMs: number): boolean {
  return lastSeen !== null && nowMs - Date.parse(lastSeen) - unheardMs >= silentAfterMs;
}

/** The current troubles. A silent device reports nothing new about its battery, its sensors or its wearer. */
export function findTroubles(device: WatchedDevice, nowMs: number, limits: WearLimits): TroubleKind[] {
  const { disabledAt, lastSeen, batteryLevel, sensorsInitialized } = device;
  if (disabledAt !== null || lastSeen === null) return [];
  if (isSilent(device, nowMs)) return ['SILENT'];
  const troubles: TroubleKind[] = [];
  if (batteryLevel !== null && batteryLevel <= emptyBattery) troubles.push('BATTERY_5');
  else if (batteryLevel !== null && batteryLevel <= lowBattery) troubles.push('BATTERY_20');
  if (sensorsInitialized === false) troubles.push('SENSORS');
  if (isNotWorn(device, nowMs, limits)) troubles.push('NOT_WORN');
  return troubles;
}

/** Solved, or the device is no longer monitored. */
export function isOver(
  kind: TroubleKind,
  device: WatchedDevice,
  nowMs: number,
  limits: Pick<WearLimits, 'notWornAfterMs'>,
): boolean {
  if (device.disabledAt !== null) return true;
  const level = device.batteryLevel ?? 100;
  const isOverBy: Record<TroubleKind, boolean> = {
    SILENT: !isSilent(device, nowMs),
    BATTERY_20: level > lowBattery + recoveredAbove,
    BATTERY_5: level > emptyBattery + recoveredAbove,
    SENSORS: device.sensorsInitialized !== false,
    NOT_WORN: isWornAgain(device, nowMs, limits),
  };
  return isOverBy[kind];
}

export interface TroubleAlert {
  readonly type: string;
  readonly severity: AlertSeverity;
  readonly message: string;
}

/** The alert about a trouble. */
export function toTroubleAlert(kind: TroubleKind, deviceName: string, silentAfterMs: number): TroubleAlert {
  const minutes = Math.round(silentAfterMs / 60_000);
  const alerts: Record<TroubleKind, TroubleAlert> = {
    SILENT: {
      type: 'DEVICE_SILENT',
      severity: 'MEDIUM',
      message: `${deviceName} has sent nothing for ${minutes} minutes: its wearer is not monitored.`,
    },
    BATTERY_20: {
      type: 'LOW_BATTERY',
      severity: 'LOW',
      message: `Battery of ${deviceName} at ${lowBattery} % or less. Charge it today.`,
    },
    BATTERY_5: {
      type: 'LOW_BATTERY',
      severity: 'MEDIUM',
      message: `Battery of ${deviceName} at ${emptyBattery} % or less. Charge it now: monitoring is about to stop.`,
    },
    SENSORS: {
      type: 'SENSOR_FAULT',
      severity: 'MEDIUM',
      message: `The sensors of ${deviceName} do not work: falls would not be noticed.`,
    },
    NOT_WORN: {
      type: 'NOT_WORN',
      severity: 'MEDIUM',
      message: `${deviceName} sends, but shows no movement and no pulse: it seems not to be worn. Look after its wearer: falls would not be noticed.`,
    },
  };
  return alerts[kind];
}

const hourMs = 3_600_000;

/**
 * Slow: hours instead of seconds, and after all falls. A silent device is escalated to the admins once it is OFFLINE.
 */
export function createTroublePlan(kind: TroubleKind, silentAfterMs: number, offlineAfterMs: number): Plan {
  const gentle = { repeatEveryMs: 24 * hourMs, reopenAfterMs: null, mustReach: false };
  const first = { afterMs: 0, to: [toCaregivers] };
  const untilOfflineMs = Math.max(60_000, offlineAfterMs - silentAfterMs);
  const plans: Record<TroubleKind, Plan> = {
    SILENT: {
      ...gentle,
      steps: [first, { afterMs: untilOfflineMs, to: [toCaregivers, toAdmins] }],
      reopenAfterMs: untilOfflineMs,
    },
    BATTERY_20: { ...gentle, steps: [first] },
    BATTERY_5: { ...gentle, steps: [first, { afterMs: hourMs, to: [toCaregivers] }] },
    SENSORS: { ...gentle, steps: [first, { afterMs: hourMs, to: [toCaregivers, toAdmins] }] },
    NOT_WORN: { ...gentle, steps: [first, { afterMs: hourMs, to: [toCaregivers, toAdmins] }] },
  };
  return plans[kind];
}
