import type { Alert } from '@fallwatch/client';
import type { TFunction } from 'i18next';

export function alertStateWords(t: TFunction, { state, closedAs, handledBy, acknowledged }: Alert): string {
  if (state === 'CLOSED') return t(`admin.alertState.${closedAs ?? 'CLOSED'}`);
  if (handledBy) return t('admin.alertState.HANDLED', { name: handledBy.name });
  if (acknowledged) return t('admin.alertState.seen');
  return t(`admin.alertState.${state === 'WAITING' || state === 'ESCALATING' ? state : 'unknown'}`);
}
