import type { EscalationPlan, Patient } from '@fallwatch/client';
import { List, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Section } from '../parts/Section.js';
import { secondsWords } from '../parts/times.js';
import { languageNow } from '../words/words.js';

/** Who is alerted when this person falls. */
export function AlertPlan({ patient }: { readonly patient: Patient }) {
  const { t } = useTranslation();
  const plan = useGet('/api/patients/{id}/escalation', { path: { id: patient.id } });
  return (
    <Section title={t('person.plan.title')}>
      <Answered of={plan}>
        {({ steps, repeatEverySeconds, deviceSilentAfterSeconds }) => (
          <>
            <List type="ordered" spacing="xs">
              {steps.map((step) => (
                <List.Item key={step.afterSeconds}>{stepWords(t, step, patient)}</List.Item>
              ))}
              <List.Item>{t('person.plan.repeat', { time: secondsWords(t, repeatEverySeconds) })}</List.Item>
            </List>
            <Text size="sm">{t('person.plan.silent', { time: secondsWords(t, deviceSilentAfterSeconds) })}</Text>
            <Text size="sm" c="dimmed">
              {t('person.plan.confirmed')}
            </Text>
          </>
        )}
      </Answered>
    </Section>
  );
}

function stepWords(
  t: TFunction,
  { afterSeconds, to }: EscalationPlan['steps'][number],
  { caregivers }: Patient,
): string {
  const who = to.map((each) => {
    if (each === 'CAREGIVERS') return t('person.plan.caregivers');
    if (each === 'ADMINS') return t('person.plan.admins');
    return caregivers.find(({ id }) => id === each)?.name ?? t('person.plan.formerCaregiver');
  });
  const people = new Intl.ListFormat(languageNow()).format(who);
  return afterSeconds === 0
    ? t('person.plan.atOnce', { people })
    : t('person.plan.after', { people, time: secondsWords(t, afterSeconds) });
}
