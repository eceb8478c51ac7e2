import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { CommonPasswordWarning } from '../parts/CommonPasswordWarning.js';
import { fieldErrors } from '../parts/errors.js';
import { typedIn } from '../parts/form.js';
import { ErrorNote } from '../parts/states.js';
import { useAction } from '../parts/useAction.js';

export function PasswordForm() {
  const { t } = useTranslation();
  const [isDifferent, setDifferent] = useState(false);
  const [typed, setTyped] = useState('');
  const action = useAction((body: { currentPassword: string; newPassword: string }) =>
    api.post('/api/profile/password', { body }),
  );
  const wrong = fieldErrors(t, action.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const form = event.currentTarget;
    const { currentPassword = '', newPassword = '', again } = typedIn(event);
    setDifferent(newPassword !== again);
    if (newPassword === again) action.mutate({ currentPassword, newPassword }, { onSuccess: () => clear(form) });
  };
  const clear = (form: HTMLFormElement): void => {
    form.reset();
    setTyped('');
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={420}>
        <PasswordInput
          name="currentPassword"
          size="md"
          label={t('settings.current')}
          autoComplete="current-password"
          error={wrong.currentPassword && t('settings.wrong')}
          required
        />
        <PasswordInput
          name="newPassword"
          size="md"
          label={t('settings.next')}
          description={t('frame.signUp.password')}
          autoComplete="new-password"
          error={wrong.newPassword}
          onChange={(event) => setTyped(event.currentTarget.value)}
          required
        />
        <CommonPasswordWarning password={typed} />
        <PasswordInput
          name="again"
          size="md"
          label={t('settings.repeat')}
          autoComplete="new-password"
          error={isDifferent && t('settings.different')}
          required
        />
        {action.error && <ErrorNote error={action.error} />}
        <Text role="status">{action.isSuccess ? t('settings.changed') : ''}</Text>
        <Button type="submit" size="md" w="fit-content" loading={action.isPending}>
          {t('settings.password')}
        </Button>
      </Stack>
    </form>
  );
}
