import type { EscalationPlan, Patient } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { secondsWords } from '../parts/times.js';

export type Step = EscalationPlan['steps'][number];

export const caregivers = 'CAREGIVERS';
export const admins = 'ADMINS';

/** `All caregivers`, `Admins`, or the name of one caregiver. */
export function recipientWords(t: TFunction, to: string, patient: Patient): string {
  if (to === caregivers) return t('plan.caregivers');
  if (to === admins) return t('plan.admins');
  return patient.caregivers.find(({ id }) => id === to)?.name ?? t('plan.formerCaregiver');
}

export function whenWords(t: TFunction, afterSeconds: number): string {
  return afterSeconds === 0 ? t('plan.atOnce') : t('plan.after', { time: secondsWords(t, afterSeconds) });
}
