import { Button, List, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../parts/Dialog.js';
import { fieldErrors } from '../parts/errors.js';
import { typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';
import { deleteAccount, useSignedIn } from '../session.js';

export function DeleteAccount() {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <Stack gap="sm" align="flex-start">
      <Text>{t('settings.delete.explain')}</Text>
      <Button variant="outline" color="danger" size="md" onClick={() => setAsking(true)}>
        {t('settings.delete.open')}
      </Button>
      {isAsking && <DeleteDialog onClose={() => setAsking(false)} />}
    </Stack>
  );
}

/** First shows what will be deleted, then asks for the password. */
function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { role } = useSignedIn();
  const action = useAction(deleteAccount);
  const isWrong = fieldErrors(t, action.error).password !== undefined;
  const submit = (event: FormEvent<HTMLFormElement>): void => action.mutate(typedIn(event).password ?? '');
  return (
    <FormDialog
      title={t('settings.delete.title')}
      submit={t('settings.delete.submit')}
      onSubmit={submit}
      action={isWrong ? { ...action, error: null } : action}
      onClose={onClose}
      isDangerous
    >
      <List>
        {(['first', 'second', 'third'] as const).map((place) => (
          <List.Item key={place}>{t(`settings.delete.${role}.${place}`)}</List.Item>
        ))}
      </List>
      <PasswordInput
        name="password"
        size="md"
        label={t('settings.delete.password')}
        autoComplete="current-password"
        error={isWrong && t('settings.delete.wrong')}
        required
        withAsterisk={false}
      />
    </FormDialog>
  );
}
