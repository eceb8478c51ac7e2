import type { Alert } from '@fallwatch/client';
import type { Meaning } from '../tokens.js';

/** Unanswered before taken, falls before drills and device troubles, longest waiting first. */
export function byNeed(one: Alert, other: Alert): number {
  return (
    Number(isWaiting(other)) - Number(isWaiting(one)) ||
    kindRank(one) - kindRank(other) ||
    happenedAt(one).localeCompare(happenedAt(other))
  );
}

function kindRank(alert: Alert): number {
  if (!takesScreen(alert)) return 2;
  return alert.isDrill ? 1 : 0;
}

/** Nobody has taken it. */
export const isWaiting = ({ handledBy, state, acknowledged }: Alert): boolean =>
  handledBy === null && state !== 'CLOSED' && !acknowledged;

/** A person may be lying on the floor, or this is a drill of that. */
export const takesScreen = ({ type, fallId, isDrill, reminder }: Alert): boolean =>
  type === 'FALL_DETECTED' || isDrill || (fallId !== null && (type === 'NOBODY_REACHED' || reminder !== null));

/** Fills the screen and sounds. Not while the device asks its wearer: then the alert is only in the lists. */
export const ringsNow = (alert: Alert): boolean => isWaiting(alert) && takesScreen(alert) && alert.state !== 'WAITING';

/** When the fall happened, which is earlier than its reminder and than an alert that reaches the admins later. */
export const happenedAt = ({ fallAt, timestamp }: Alert): string => fallAt ?? timestamp;

/** The colour of an alert that nobody has taken. */
export function alertMeaning(alert: Alert): Meaning {
  if (alert.isDrill) return 'drill';
  return takesScreen(alert) ? 'danger' : 'device';
}

const aboutDevice = ['DEVICE_SILENT', 'LOW_BATTERY', 'SENSOR_FAULT', 'NOT_WORN'];

/** What the button that takes an alert says: somebody goes, somebody cares for the device, or it is only noticed. */
export function takingWord(alert: Alert): 'take' | 'takeDevice' | 'seen' {
  if (alert.closedAs !== null) return 'seen';
  if (takesScreen(alert) || alert.type === 'VITALS_OUT_OF_RANGE') return 'take';
  return aboutDevice.includes(alert.type) ? 'takeDevice' : 'seen';
}
