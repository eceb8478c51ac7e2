import type { EscalationPlan } from '@fallwatch/client';
import { Button, NativeSelect, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { FormDialog } from '../parts/Dialog.js';
import { secondsWords } from '../parts/times.js';
import { useAction } from '../parts/useAction.js';
import { completeSteps, findProblems, nextDelay, repeats, silences, toEdited, withValue } from './editedPlan.js';
import { admins, type Recipients } from './planWords.js';
import { StepFields } from './StepFields.js';

/** As many as the service stores. */
const maxSteps = 10;

interface PlanEditorProps {
  readonly plan: EscalationPlan;
  readonly recipients: Recipients;
  readonly onClose: () => void;
}

export function PlanEditor({ plan, recipients, onClose }: PlanEditorProps) {
  const { t } = useTranslation();
  const { patient } = recipients;
  const [steps, setSteps] = useState(() => completeSteps(plan.steps.map(toEdited)));
  const [repeat, setRepeat] = useState(plan.repeatEverySeconds);
  const [silence, setSilence] = useState(plan.deviceSilentAfterSeconds);
  const action = useChange(patient.id);
  const problems = findProblems(steps);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const body = {
      steps: steps.map(({ afterSeconds, to }) => ({ afterSeconds, to })),
      repeatEverySeconds: repeat,
      deviceSilentAfterSeconds: silence,
    };
    action.mutate(body, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t('plan.changeTitle', { name: `${patient.firstName} ${patient.lastName}` })}
      submit={t('common.save')}
      action={action}
      isReady={problems.size === 0}
      onClose={onClose}
      onSubmit={submit}
    >
      {steps.map((step, place) => (
        <StepFields
          key={step.key}
          step={step}
          place={place}
          isLast={place === steps.length - 1}
          recipients={recipients}
          problem={problems.get(step.key)}
          onChange={(changed) => setSteps(steps.map((each) => (each.key === step.key ? changed : each)))}
          onRemove={() => setSteps(completeSteps(steps.filter(({ key }) => key !== step.key)))}
        />
      ))}
      {steps.length < maxSteps && (
        <Button
          variant="default"
          size="sm"
          w="fit-content"
          onClick={() => setSteps([...steps, toEdited({ afterSeconds: nextDelay(steps), to: [admins] })])}
        >
          {t('plan.addStep')}
        </Button>
      )}
      <Seconds label={t('plan.repeat')} usual={repeats} value={repeat} onChange={setRepeat} isEvery />
      <Seconds label={t('plan.silence')} usual={silences} value={silence} onChange={setSilence} />
      <Text size="sm">{t('plan.running')}</Text>
      {!plan.isDefault && (
        <Button
          variant="subtle"
          size="sm"
          w="fit-content"
          onClick={() => action.mutate(standard, { onSuccess: onClose })}
        >
          {t('plan.restore')}
        </Button>
      )}
    </FormDialog>
  );
}

const standard = { steps: null, repeatEverySeconds: null, deviceSilentAfterSeconds: null };

type Changes = NonNullable<Parameters<typeof api.put<'/api/patients/{id}/escalation'>>[1]>['body'];

const useChange = (id: string) =>
  useAction(
    (body: Changes) => api.put('/api/patients/{id}/escalation', { path: { id }, body }),
    '/api/patients/{id}/escalation',
  );

interface SecondsProps {
  readonly label: string;
  readonly usual: readonly number[];
  readonly value: number;
  readonly onChange: (seconds: number) => void;
  readonly isEvery?: boolean;
}

function Seconds({ label, usual, value, onChange, isEvery = false }: SecondsProps) {
  const { t } = useTranslation();
  const words = (seconds: number): string => {
    const time = secondsWords(t, seconds);
    return isEvery ? t('plan.repeats', { time }) : time;
  };
  return (
    <NativeSelect
      size="md"
      label={label}
      value={String(value)}
      data={withValue(usual, value).map((seconds) => ({ value: String(seconds), label: words(seconds) }))}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}
