import type { AdminFall } from '@fallwatch/client';
import { NativeSelect, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.js';
import { FormDialog } from '../../parts/Dialog.js';
import { fieldErrors } from '../../parts/errors.js';
import { typedIn } from '../../parts/form.js';
import { useAction } from '../../parts/useAction.js';

const outcomes = ['HELPED', 'FALSE_ALARM', 'HOSPITAL', 'OTHER'] as const;

interface InvestigateProps {
  readonly of: AdminFall;
  readonly onClose: () => void;
}

export function InvestigateFall({ of: { id, patientName, investigation }, onClose }: InvestigateProps) {
  const { t } = useTranslation();
  const action = useAction(
    ({ notes = '', outcome: chosen }: Record<string, string>) => {
      const outcome = outcomes.find((each) => each === chosen);
      // If no outcome is chosen, the field is not sent, so an outcome that is already stored is kept.
      const body = { notes: notes.trim() || null, ...(outcome && { outcome }) };
      return api.post('/api/admin/falls/{id}/investigate', { path: { id }, body });
    },
    '/api/admin/falls',
    '/api/falls/{id}',
  );
  return (
    <FormDialog
      title={t('admin.falls.flagTitle', { name: patientName })}
      submit={t('admin.falls.flag')}
      action={action}
      onClose={onClose}
      onSubmit={(event) => action.mutate(typedIn(event), { onSuccess: onClose })}
    >
      <Text size="sm">{t('admin.falls.flagExplain')}</Text>
      <Textarea
        name="notes"
        size="md"
        label={t('admin.falls.notes')}
        defaultValue={investigation?.notes ?? ''}
        error={fieldErrors(t, action.error).notes}
        autosize
        minRows={3}
        maxRows={10}
      />
      <NativeSelect
        name="outcome"
        size="md"
        label={t('admin.falls.outcome')}
        data={[
          { value: '', label: t('admin.falls.outcomeUnknown') },
          ...outcomes.map((value) => ({ value, label: t(`common.outcome.${value}`) })),
        ]}
      />
    </FormDialog>
  );
}
