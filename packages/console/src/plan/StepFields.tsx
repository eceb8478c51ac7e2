import { Button, Checkbox, Fieldset, NativeSelect, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { delays, type EditedStep, type PlanProblem, withValue } from './editedPlan.js';
import { admins, caregivers, type Recipients, recipientWords, toRecipient, whenWords } from './planWords.js';

interface StepFieldsProps {
  readonly step: EditedStep;
  readonly place: number;
  readonly isLast: boolean;
  readonly recipients: Recipients;
  readonly problem: PlanProblem | undefined;
  readonly onChange: (step: EditedStep) => void;
  readonly onRemove: () => void;
}

export function StepFields({ step, place, isLast, recipients, problem, onChange, onRemove }: StepFieldsProps) {
  const { t } = useTranslation();
  const count = place + 1;
  return (
    <Fieldset legend={t('plan.step', { count })} p="sm">
      <Stack gap="sm">
        {place > 0 && (
          <NativeSelect
            size="md"
            label={t('plan.when')}
            value={String(step.afterSeconds)}
            data={withValue(delays.slice(1), step.afterSeconds).map((seconds) => {
              return { value: String(seconds), label: whenWords(t, seconds) };
            })}
            error={problem === 'order' && t('plan.order')}
            onChange={(event) => onChange({ ...step, afterSeconds: Number(event.currentTarget.value) })}
          />
        )}
        {place === 0 && <Text>{t('plan.atOnce')}</Text>}
        <Checkbox.Group
          label={t('plan.who')}
          description={isLast ? t('plan.adminsLast') : undefined}
          error={problem === 'nobody' && t('plan.nobody')}
          value={step.to}
          onChange={(to) => onChange({ ...step, to })}
        >
          <Stack gap="xs" mt="xs">
            {listRecipients(step, recipients).map((each) => (
              <Checkbox
                key={each}
                value={each}
                label={recipientWords(t, each, recipients)}
                disabled={isLast && each === admins}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {place > 0 && (
          <Button variant="subtle" size="sm" w="fit-content" onClick={onRemove}>
            {t('plan.removeStep', { count })}
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}

/** Everybody who can be chosen, and who is in the step although they are no caregiver any more. */
function listRecipients({ to }: EditedStep, { patient, schedules }: Recipients): string[] {
  const names = patient.caregivers.map(({ id }) => id);
  return [...new Set([caregivers, admins, ...schedules.map(toRecipient), ...names, ...to])];
}
