import type { Schedule } from '@fallwatch/client';
import { useTranslation } from 'react-i18next';
import { Mark } from '../parts/Mark.js';
import { momentWords } from '../parts/times.js';
import { gapWords } from './scheduleWords.js';

interface OfSchedule {
  readonly of: Pick<Schedule, 'onDuty' | 'onDutyUntil' | 'nextGap'>;
}

export function OnDutyNow({ of: { onDuty, onDutyUntil } }: OfSchedule) {
  const { t } = useTranslation();
  const time = momentWords(onDutyUntil);
  return onDuty === null ? t('schedules.nobodyUntil', { time }) : t('schedules.until', { name: onDuty.name, time });
}

/** Red before it happens. */
export function NextGap({ of: { nextGap } }: OfSchedule) {
  const { t } = useTranslation();
  if (nextGap === null) return t('schedules.noGap');
  return (
    <span className="wraps">
      <Mark tone="danger">
        {momentWords(nextGap.from)} – {momentWords(nextGap.until)}: {gapWords(t, nextGap.reason)}
      </Mark>
    </span>
  );
}
