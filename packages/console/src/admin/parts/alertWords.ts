import type { RowOf } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { admin } from '../../words/en/admin.js';

export type AdminAlert = RowOf<'/api/admin/alerts'>;

type AlertType = keyof typeof admin.alert;
const isKnown = (type: string): type is AlertType => type in admin.alert;

/** Made here of type and name: the service's own message is English. */
export function alertWords(t: TFunction, { type, patientName: name }: AdminAlert): string {
  return t(`admin.alert.${isKnown(type) ? type : 'OTHER'}`, { name });
}

export function alertStateWords(t: TFunction, { state, closedAs, handledBy, acknowledged }: AdminAlert): string {
  if (state === 'CLOSED') return t(`admin.alertState.${closedAs ?? 'CLOSED'}`);
  if (handledBy) return t('admin.alertState.HANDLED', { name: handledBy.name });
  if (acknowledged) return t('admin.alertState.seen');
  return t(`admin.alertState.${state === 'WAITING' || state === 'ESCALATING' ? state : 'unknown'}`);
}

/** Those that nobody has taken on first, then the newest. */
export function inOrderOfNeed(alerts: readonly AdminAlert[]): AdminAlert[] {
  return [...alerts].sort(
    (a, b) => Number(isTaken(a)) - Number(isTaken(b)) || Date.parse(b.timestamp) - Date.parse(a.timestamp),
  );
}

const isTaken = ({ acknowledged, handledBy }: AdminAlert): boolean => acknowledged || handledBy !== null;
