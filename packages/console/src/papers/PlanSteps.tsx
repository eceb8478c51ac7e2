import type { EscalationPlan, Patient } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { secondsWords } from '../parts/times.js';
import { languageNow } from '../words/words.js';

/** Who is alerted when, in words: a picture would not fit on the sheet. */
export function PlanSteps({ patient }: { readonly patient: Patient }) {
  const { t } = useTranslation();
  const plan = useGet('/api/patients/{id}/escalation', { path: { id: patient.id } });
  return (
    <Answered of={plan}>
      {({ steps, repeatEverySeconds }) => (
        <ol className="paper-steps">
          {steps.map((step) => (
            <li key={step.afterSeconds}>{stepWords(t, step, patient)}</li>
          ))}
          <li>{t('papers.sheet.repeat', { time: secondsWords(t, repeatEverySeconds) })}</li>
        </ol>
      )}
    </Answered>
  );
}

function stepWords(t: TFunction, step: EscalationPlan['steps'][number], { caregivers }: Patient): string {
  const who = step.to.map((each) => {
    if (each === 'CAREGIVERS') return t('papers.sheet.caregivers');
    if (each === 'ADMINS') return t('papers.sheet.admins');
    return caregivers.find(({ id }) => id === each)?.name ?? t('papers.sheet.formerCaregiver');
  });
  const people = new Intl.ListFormat(languageNow()).format(who);
  if (step.afterSeconds === 0) return t('papers.sheet.atOnce', { people });
  return t('papers.sheet.after', { people, time: secondsWords(t, step.afterSeconds) });
}
