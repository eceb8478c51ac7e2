import type { Alert } from '@fallwatch/client';
/** Which alert fills the screen. */
import { ringsNow } from './alertRules.js';

export interface StageState {
  /** The subject of the alert that fills the screen. */
  readonly opened: string | undefined;
  readonly openedAtMs: number;
  /** Occasions that were on the screen, whether or not the user left them. */
  readonly shown: ReadonlySet<string>;
  /** Occasions that the user left without an answer: they stay in the bar and on the board. */
  readonly aside: ReadonlySet<string>;
}

/** What an alert is about. A fall keeps this key when it alerts again under another alert id. */
export const subjectKey = ({ fallId, id }: Alert): string => fallId ?? id;

/**
 * One reason to show an alert: it changes when the fall alerts again, by a higher level, a call for help, a reminder, a
 * release or a call for a second person.
 */
export const occasionKey = (alert: Alert): string => {
  const released = alert.responders.filter(({ state }) => state === 'RELEASED').map(({ at }) => at);
  const { timestamp, type, reminder, secondPersonCall } = alert;
  return [subjectKey(alert), timestamp, type, reminder?.takenAt, secondPersonCall?.at, ...released].join(' ');
};

/** When falls come at the same moment, each stays long enough to be read before the next replaces it. */
const readableMs = 2_000;

/**
 * With an empty screen: the most urgent alert that was not put aside. Otherwise the alert on the screen stays, unless
 * there is an unanswered fall that was not shown yet. Drills and reminders replace nothing, nor does another fall of
 * the person whose unanswered alert is on the screen.
 */
export function chooseSubject(
  alerts: readonly Alert[],
  state: StageState,
  nowMs: number,
  rings: (alert: Alert) => boolean = ringsNow,
): string | undefined {
  const { opened, openedAtMs, shown, aside } = state;
  const waiting = alerts.filter(rings);
  if (opened === undefined) {
    const next = waiting.find((alert) => !aside.has(occasionKey(alert)));
    return next && subjectKey(next);
  }
  if (nowMs - openedAtMs < readableMs) return opened;
  const onScreen = waiting.find((alert) => subjectKey(alert) === opened);
  const unseen = waiting.find(
    (alert) =>
      !alert.isDrill &&
      alert.reminder === null &&
      !shown.has(occasionKey(alert)) &&
      alert.patientId !== onScreen?.patientId,
  );
  return unseen ? subjectKey(unseen) : opened;
}
