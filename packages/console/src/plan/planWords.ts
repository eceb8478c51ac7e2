import type { EscalationPlan, Patient, Schedule } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { secondsWords } from '../parts/times.js';

export type Step = EscalationPlan['steps'][number];

export const caregivers = 'CAREGIVERS';
export const admins = 'ADMINS';

/** Whom a plan can name. */
export interface Recipients {
  readonly patient: Patient;
  readonly schedules: readonly Schedule[];
}

const schedulePrefix = 'SCHEDULE:';

export const toRecipient = ({ id }: Schedule): string => `${schedulePrefix}${id}`;

export const namesSchedule = (to: string): boolean => to.startsWith(schedulePrefix);

/** `All caregivers`, `Admins`, the name of one caregiver, or a schedule. */
export function recipientWords(t: TFunction, to: string, { patient, schedules }: Recipients): string {
  if (to === caregivers) return t('plan.caregivers');
  if (to === admins) return t('plan.admins');
  if (namesSchedule(to)) {
    const schedule = schedules.find((each) => toRecipient(each) === to);
    return schedule ? t('plan.onDuty', { name: schedule.name }) : t('plan.otherSchedule');
  }
  return patient.caregivers.find(({ id }) => id === to)?.name ?? t('plan.formerCaregiver');
}

export function whenWords(t: TFunction, afterSeconds: number): string {
  return afterSeconds === 0 ? t('plan.atOnce') : t('plan.after', { time: secondsWords(t, afterSeconds) });
}
