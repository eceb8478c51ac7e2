import { PasswordInput, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { FormDialog, ResultDialog } from '../parts/Dialog.js';
import { fieldErrors } from '../parts/errors.js';
import { typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';

export function ChangeEmail({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState('');
  const action = useAction((body: { email: string; password: string }) => api.post('/api/profile/email', { body }));
  const wrong = fieldErrors(t, action.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const { email = '', password = '' } = typedIn(event);
    setAsked(email.trim());
    action.mutate({ email: email.trim(), password });
  };
  if (action.isSuccess) return <Sent email={asked} onClose={onClose} />;
  return (
    <FormDialog
      title={t('account.email.change')}
      submit={t('account.email.submit')}
      onSubmit={submit}
      action={Object.keys(wrong).length > 0 ? { ...action, error: null } : action}
      onClose={onClose}
    >
      <Text>{t('account.email.changeExplain')}</Text>
      <TextInput
        name="email"
        type="email"
        size="md"
        label={t('account.email.next')}
        autoComplete="email"
        error={wrong.email}
        required
        withAsterisk={false}
      />
      <PasswordInput
        name="password"
        size="md"
        label={t('account.email.password')}
        autoComplete="current-password"
        error={wrong.password && t('account.email.wrong')}
        required
        withAsterisk={false}
      />
    </FormDialog>
  );
}

function Sent({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <ResultDialog title={t('account.email.change')} onClose={onClose}>
      <Text role="status" style={{ overflowWrap: 'anywhere' }}>
        {t('account.email.sent', { email })}
      </Text>
    </ResultDialog>
  );
}
