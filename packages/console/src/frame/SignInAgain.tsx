import { PasswordInput, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isEnded } from '../api.js';
import { FormDialog } from '../parts/Dialog.js';
import { typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';
import { signIn, useSignedIn } from '../session.js';

/** Replaces the session with a new one while the page keeps watching. */
export function SignInAgain({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { email } = useSignedIn();
  const action = useAction(signIn);
  const isWrong = isEnded(action.error);
  const submit = (event: FormEvent<HTMLFormElement>): void =>
    action.mutate({ email, password: typedIn(event).password ?? '' }, { onSuccess: onClose });
  return (
    <FormDialog
      title={t('frame.session.again')}
      submit={t('frame.signIn.submit')}
      onSubmit={submit}
      action={isWrong ? { ...action, error: null } : action}
      onClose={onClose}
    >
      <Text>{email}</Text>
      <PasswordInput
        name="password"
        size="md"
        label={t('common.password')}
        autoComplete="current-password"
        error={isWrong && t('frame.session.wrong')}
        data-autofocus
        required
        withAsterisk={false}
      />
    </FormDialog>
  );
}
