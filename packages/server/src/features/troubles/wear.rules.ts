/**
 * Whether a device that sends is worn. A device on a table shows neither movement nor a pulse. A person who lies on the
 * floor may show neither, too: this trouble never replaces, ends or lowers another alert.
 */
import type { Config } from '../../config.js';

export interface WornDevice {
  /** The latest sign of a wearer, movement or a pulse. */
  readonly wornAt: string | null;
  /** Null: the device has never sent one. */
  readonly heartRate: number | null;
  readonly intervalMs: number | null;
  readonly sensorsInitialized: boolean | null;
  /** The person has an open fall alert, or has fallen within `fallQuietMs`. */
  readonly hasFallen: boolean;
  /** Another device of the same person shows a wearer. */
  readonly wearsAnother: boolean;
}

export interface WearLimits {
  /** 0: no device counts as not worn. */
  readonly notWornAfterMs: number;
  /** Since when people have been awake today; null: they are asleep. */
  readonly awakeSinceMs: number | null;
}

/**
 * Without a pulse sensor only movement shows a wearer, and somebody who takes a nap hardly moves: this many times
 * longer.
 */
export const withoutPulseFactor = 3;
/** A device that sends seldom must have been still in this many readings. */
export const stillReadings = 10;
/** For this long after a fall, stillness is a reason to look after the person, not after the device. */
export const fallQuietMs = 3_600_000;

/** Without a sign of a wearer for this long, a device is not worn. */
function toNotWornMs({ heartRate, intervalMs }: WornDevice, configuredMs: number): number {
  const longerMs = heartRate === null ? withoutPulseFactor * configuredMs : configuredMs;
  return Math.max(longerMs, stillReadings * (intervalMs ?? 0));
}

/** Only the time in waking hours counts. */
export function isNotWorn(device: WornDevice, nowMs: number, { notWornAfterMs, awakeSinceMs }: WearLimits): boolean {
  const { wornAt, sensorsInitialized, hasFallen, wearsAnother } = device;
  if (notWornAfterMs === 0 || awakeSinceMs === null || wornAt === null) return false;
  if (sensorsInitialized === false || hasFallen || wearsAnother) return false;
  return nowMs - Math.max(Date.parse(wornAt), awakeSinceMs) >= toNotWornMs(device, notWornAfterMs);
}

/** Also at night: a sign of a wearer ends the trouble at any time. */
export function isWornAgain(
  device: WornDevice,
  nowMs: number,
  { notWornAfterMs }: Pick<WearLimits, 'notWornAfterMs'>,
): boolean {
  if (notWornAfterMs === 0 || device.wearsAnother) return true;
  return device.wornAt !== null && nowMs - Date.parse(device.wornAt) < toNotWornMs(device, notWornAfterMs);
}

const dayMinutes = 24 * 60;

/** Since when people have been awake, in the time zone of the process; null outside the waking hours. */
export function toAwakeSinceMs(nowMs: number, { fromMinute, toMinute }: Config['wakingHours']): number | null {
  if (toMinute - fromMinute === dayMinutes) return 0;
  const now = new Date(nowMs);
  const minute = now.getHours() * 60 + now.getMinutes();
  const hasBegun = minute >= fromMinute;
  const includesMidnight = fromMinute > toMinute;
  const isAwake = includesMidnight ? hasBegun || minute < toMinute : hasBegun && minute < toMinute;
  if (!isAwake) return null;
  const day = now.getDate() - (hasBegun ? 0 : 1);
  return new Date(now.getFullYear(), now.getMonth(), day, 0, fromMinute).getTime();
}
