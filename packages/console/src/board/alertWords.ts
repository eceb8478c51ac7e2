import type { Alert } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { cannotWords } from '../deliveries/deliveryWords.js';
import { timeWords } from '../parts/times.js';
import { board } from '../words/en/board.js';
import { happenedAt, isWaiting, takesScreen } from './alertRules.js';

type What = keyof typeof board.what;
const isKnown = (type: string): type is What => type in board.what;

interface Happening {
  readonly type: string;
  readonly isDrill: boolean;
  /** The wearer asks for help. */
  readonly isCall: boolean;
}

/** What happened, in the reader's language: the service sends English only. */
export function happeningWords(t: TFunction, { type, isDrill, isCall }: Happening): string {
  if (isDrill) return t('board.what.DRILL');
  if (type === 'FALL_DETECTED' && isCall) return t('board.what.NEEDS_HELP');
  return t(`board.what.${isKnown(type) ? type : 'OTHER'}`);
}

/** What happened, or what a reminder asks for. */
export function whatWords(t: TFunction, alert: Alert, meId: string): string {
  const { type, isDrill, reminder, wearerResponse, outOfRange } = alert;
  if (!isDrill && reminder && takesScreen(alert)) return reminderWords(t, alert, meId);
  if (outOfRange) return outOfRangeWords(t, outOfRange);
  return happeningWords(t, { type, isDrill, isCall: wearerResponse?.answer === 'NEEDS_HELP' });
}

function outOfRangeWords(t: TFunction, outOfRange: NonNullable<Alert['outOfRange']>): string {
  const { vital, direction, limit, since } = outOfRange;
  const heartRate = direction === 'LOW' ? 'heartRateLow' : 'heartRateHigh';
  const name = vital === 'oxygenSaturation' ? 'oxygenLow' : heartRate;
  return t(`board.outOfRange.${name}`, { limit, time: timeWords(since) });
}

function reminderWords(t: TFunction, alert: Alert, meId: string): string {
  const takenBy = alert.reminder?.takenBy;
  const time = timeWords(happenedAt(alert));
  if (!takenBy) return t('board.reminder.unknown', { time });
  return takenBy.id === meId
    ? t('board.reminder.mine', { time })
    : t('board.reminder.others', { time, name: takenBy.name });
}

/** With the name: `Rose Hill has fallen`. */
export function alertWords(t: TFunction, alert: Alert, meId: string): string {
  const isSentence = alert.isDrill || (alert.reminder !== null && takesScreen(alert));
  return `${alert.patientName}${isSentence ? ' · ' : ' '}${whatWords(t, alert, meId)}`;
}

/** `yours`, a name, or undefined while nobody has taken it. */
export function holderWords(t: TFunction, { handledBy }: Alert, meId: string): string | undefined {
  return handledBy === null ? undefined : handledBy.id === meId ? t('board.alerts.mine') : handledBy.name;
}

/** Who cannot come. Undefined if nobody said so, and once somebody has taken it. */
export function declinedWords(t: TFunction, alert: Alert): string | undefined {
  return isWaiting(alert) && alert.declinedBy.length > 0 ? cannotWords(t, alert.declinedBy) : undefined;
}

/** What the wearer has pressed since the fall. Undefined if nothing was pressed, and after the alert is closed. */
export function wearerWords(t: TFunction, { wearerResponse, state, type, reminder }: Alert): string | undefined {
  const isSaid = type === 'FALL_CANCELLED' && reminder === null;
  if (wearerResponse === null || state === 'CLOSED' || isSaid) return undefined;
  return t(`board.wearer.${wearerResponse.answer === 'OK' ? 'saysOk' : 'saysHelp'}`, {
    time: timeWords(wearerResponse.at),
  });
}
