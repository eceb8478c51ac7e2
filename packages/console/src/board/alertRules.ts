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

/** About somebody who answers alerts, not about somebody who wears a device: the page of the account is of use. */
export const isAboutResponder = ({ type }: Pick<Alert, 'type'>): boolean => type === 'NOT_REACHABLE_ON_DUTY';

/** Fills the screen and sounds. Not while the device asks its wearer: then the alert is only in the lists. */
export const ringsNow = (alert: Alert): boolean => isWaiting(alert) && takesScreen(alert) && alert.state !== 'WAITING';

/** Another responder asks for a second person, and the user could be that one. Fills the screen and sounds. */
export function asksMe({ secondPersonCall: call, responders, declinedBy }: Alert, meId: string): boolean {
  if (call === null || call.by.id === meId || (call.calledId !== null && call.calledId !== meId)) return false;
  const responds = responders.some(({ id, state }) => id === meId && state !== 'RELEASED' && state !== 'DONE');
  return !responds && !declinedBy.some(({ id, at }) => id === meId && at >= call.at);
}

/** When the fall happened, which is earlier than its reminder and than an alert that reaches the admins later. */
export const happenedAt = ({ fallAt, timestamp }: Alert): string => fallAt ?? timestamp;

/** The colour of an alert that nobody has taken. */
export function alertMeaning(alert: Alert): Meaning {
  if (alert.isDrill) return 'drill';
  return takesScreen(alert) ? 'danger' : 'device';
}

const aboutHealth = ['VITALS_OUT_OF_RANGE', 'CHECK_IN_MISSED'];
const aboutDevice = ['DEVICE_SILENT', 'LOW_BATTERY', 'SENSOR_FAULT', 'NOT_WORN'];

/** What the button that takes an alert says: somebody goes, somebody cares for the device, or it is only noticed. */
export function takingWord(alert: Alert): 'take' | 'takeDevice' | 'seen' {
  if (alert.closedAs !== null) return 'seen';
  if (takesScreen(alert) || aboutHealth.includes(alert.type)) return 'take';
  return aboutDevice.includes(alert.type) ? 'takeDevice' : 'seen';
}
