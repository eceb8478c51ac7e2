import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.js';
import { FormDialog } from '../../parts/Dialog.js';
import { typedIn } from '../../parts/form.js';
import { PersonPicker } from '../../parts/PersonPicker.js';
import { useAction } from '../../parts/useAction.js';
import { assignmentPaths } from './assignmentPaths.js';

type Known = { readonly caregiverId: string } | { readonly patientId: string };

/** The caller gives either the patient or the caregiver; the user picks the other. */
export function AssignDialog({
  title,
  onClose,
  ...known
}: Known & { readonly title: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState('');
  const action = useAction(
    (relationship: string) => {
      const { caregiverId, patientId } = { caregiverId: picked, patientId: picked, ...known };
      const body = { patientId, relationship: relationship.trim() || null };
      return api.post('/api/caregivers/{id}/patients', { path: { id: caregiverId }, body });
    },
    ...assignmentPaths,
  );
  return (
    <FormDialog
      title={title}
      submit={t('admin.assign')}
      action={action}
      isReady={picked !== ''}
      onClose={onClose}
      onSubmit={(event) => action.mutate(typedIn(event).relationship ?? '', { onSuccess: onClose })}
    >
      <Text size="sm">{t('admin.people.assignExplain')}</Text>
      {'patientId' in known ? (
        <PersonPicker of="caregivers" label={t('common.role.CAREGIVER')} onPick={setPicked} />
      ) : (
        <PersonPicker of="patients" label={t('admin.person')} onPick={setPicked} />
      )}
      <TextInput
        name="relationship"
        size="md"
        label={t('admin.relationship')}
        placeholder={t('admin.relationshipExample')}
        autoComplete="off"
      />
    </FormDialog>
  );
}
