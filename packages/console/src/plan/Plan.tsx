import type { EscalationPlan, Patient } from '@fallwatch/client';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Section } from '../parts/Section.js';
import { secondsWords } from '../parts/times.js';
import { PlanEditor } from './PlanEditor.js';
import { PlanPicture } from './PlanPicture.js';
import { namesSchedule } from './planWords.js';

/** Who is alerted when this person falls, as a picture; and its editor. */
export function Plan({ patient }: { readonly patient: Patient }) {
  const { t } = useTranslation();
  const answer = useGet('/api/patients/{id}/escalation', { path: { id: patient.id } });
  return (
    <Section title={t('plan.title')}>
      <Answered of={answer}>{(plan) => <ShownPlan plan={plan} patient={patient} />}</Answered>
    </Section>
  );
}

function ShownPlan({ plan, patient }: { readonly plan: EscalationPlan; readonly patient: Patient }) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  // Without them, a plan is shown and changed all the same.
  const schedules = useGet('/api/schedules', {}).data ?? [];
  const recipients = { patient, schedules };
  return (
    <>
      <PlanPicture plan={plan} recipients={recipients} />
      <Text size="sm">
        {t('plan.everyWay')} {t('plan.confirmed')}{' '}
        {t('plan.silent', { time: secondsWords(t, plan.deviceSilentAfterSeconds) })}
        {plan.steps.some(({ to }) => to.some(namesSchedule)) && ` ${t('plan.onDutyExplain')}`}
      </Text>
      <Group gap="sm">
        <Button variant="default" size="md" onClick={() => setEditing(true)}>
          {t('plan.change')}
        </Button>
        <Text size="sm" c="dimmed">
          {plan.isDefault ? t('plan.standard') : t('plan.own')}
        </Text>
      </Group>
      {isEditing && <PlanEditor plan={plan} recipients={recipients} onClose={() => setEditing(false)} />}
    </>
  );
}
