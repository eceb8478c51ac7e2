import type { EscalationPlan } from '@fallwatch/client';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { secondsWords } from '../parts/times.js';
import { type Recipients, recipientWords, whenWords } from './planWords.js';

interface PlanPictureProps {
  readonly plan: EscalationPlan;
  readonly recipients: Recipients;
}

/** Steps on a time line: beside each other on a wide screen, below each other on a phone. See `.plan` in style/people.css. */
export function PlanPicture({ plan, recipients }: PlanPictureProps) {
  const { t } = useTranslation();
  return (
    <ol className="plan">
      {plan.steps.map(({ afterSeconds, to }) => (
        <li key={afterSeconds}>
          <Text fw={700} className="numbers">
            {whenWords(t, afterSeconds)}
          </Text>
          <ul>
            {to.map((each) => (
              <li key={each}>{recipientWords(t, each, recipients)}</li>
            ))}
          </ul>
        </li>
      ))}
      <li className="plan-repeat">
        <Text fw={700} className="numbers">
          {t('plan.repeats', { time: secondsWords(t, plan.repeatEverySeconds) })}
        </Text>
        <Text size="sm">{t('plan.repeatsExplain')}</Text>
      </li>
    </ol>
  );
}
