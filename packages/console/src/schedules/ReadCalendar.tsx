import { Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { FormDialog } from '../parts/Dialog.js';
import { fieldErrors } from '../parts/errors.js';
import { typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';
import { schedulePaths } from './schedulePaths.js';

/** Takes as long as the other server needs, 15 s at most. */
export function ReadCalendar({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const action = useAction(
    ({ url = '' }: Record<string, string>) =>
      api.put('/api/schedules/{id}/feed', { path: { id }, body: { url: url.trim() } }),
    ...schedulePaths,
  );
  return (
    <FormDialog
      title={t('schedules.calendars.read')}
      submit={t('schedules.calendars.readSubmit')}
      action={action}
      onClose={onClose}
      onSubmit={(event) => action.mutate(typedIn(event), { onSuccess: onClose })}
    >
      <Text>{t('schedules.calendars.readExplain')}</Text>
      <TextInput
        name="url"
        size="md"
        label={t('schedules.calendars.address')}
        placeholder="https://"
        error={fieldErrors(t, action.error).url}
        autoComplete="off"
        inputMode="url"
        maxLength={2_000}
        required
        withAsterisk={false}
      />
    </FormDialog>
  );
}
