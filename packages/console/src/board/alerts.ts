import type { DataOf } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { useGet } from '../api.js';
import type { board } from '../words/en/board.js';

export type Alert = DataOf<'get', '/api/caregivers/alerts'>[number];

/** Everything of mine that is not over, the most urgent first. */
export function useOpenAlerts() {
  const answer = useGet('/api/caregivers/alerts', { query: { status: 'open' } });
  return { ...answer, alerts: (answer.data ?? []).toSorted(byUrgency) };
}

const severityOrder = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];

/** Unanswered before taken, falls before troubles of devices, grave before light, the newest first. */
function byUrgency(one: Alert, other: Alert): number {
  return (
    Number(isWaiting(other)) - Number(isWaiting(one)) ||
    Number(isAboutFall(other)) - Number(isAboutFall(one)) ||
    severityOrder.indexOf(one.severity) - severityOrder.indexOf(other.severity) ||
    other.timestamp.localeCompare(one.timestamp)
  );
}

/** Nobody has taken it. */
export const isWaiting = ({ handledBy, state, acknowledged }: Alert): boolean =>
  handledBy === null && state !== 'CLOSED' && !acknowledged;

/** What takes the screen: somebody may be lying on the floor, or it is rehearsed. */
export const isAboutFall = ({ type }: Alert): boolean => type === 'FALL_DETECTED' || type === 'DRILL';

/** What happened, in the reader's language: the service says it in English only. */
export function whatWords(t: TFunction, { type, isDrill }: Alert): string {
  const words: Record<string, keyof typeof board.what> = {
    FALL_DETECTED: 'FALL_DETECTED',
    FALL_CANCELLED: 'FALL_CANCELLED',
    DEVICE_SILENT: 'DEVICE_SILENT',
    LOW_BATTERY: 'LOW_BATTERY',
    SENSOR_FAULT: 'SENSOR_FAULT',
    DRILL: 'DRILL',
  };
  return t(`board.what.${isDrill ? 'DRILL' : (words[type] ?? 'OTHER')}`);
}
