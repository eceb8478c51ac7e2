import type { TFunction } from 'i18next';
import type { LimitName } from './limitChoices.js';

export function limitWords(t: TFunction, name: LimitName, value: number | null): string {
  if (value === null) return t('vitalLimits.none');
  return t(name === 'oxygenLow' ? 'vitalLimits.percent' : 'vitalLimits.bpm', { value });
}
