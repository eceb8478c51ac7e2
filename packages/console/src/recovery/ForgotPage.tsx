import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { Door } from '../frame/Door.js';
import { fieldErrors } from '../parts/errors.js';
import { FormError, typedIn } from '../parts/form.js';
import { TextLink } from '../parts/links.js';
import { useAction } from '../parts/useAction.js';

export function ForgotPage() {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const action = useAction((email: string) => api.post('/api/auth/password/forgot', { body: { email } }));
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const typed = (typedIn(event).email ?? '').trim();
    setEmail(typed);
    action.mutate(typed);
  };
  if (action.data) return <Sent email={email} isMailed={action.data.resetByMail} />;
  return (
    <Door title={t('account.forgot.title')}>
      <form onSubmit={submit}>
        <Stack>
          <Text>{t('account.forgot.explain')}</Text>
          <TextInput
            name="email"
            type="email"
            label={t('common.email')}
            autoComplete="username"
            error={fieldErrors(t, action.error).email}
            required
            withAsterisk={false}
          />
          <FormError error={action.error} />
          <Button type="submit" size="md" loading={action.isPending}>
            {t('account.forgot.submit')}
          </Button>
          <BackToSignIn />
        </Stack>
      </form>
    </Door>
  );
}

/** The same whether or not there is such an account. */
function Sent({ email, isMailed }: { readonly email: string; readonly isMailed: boolean }) {
  const { t } = useTranslation();
  return (
    <Door title={isMailed ? t('account.forgot.sent') : t('account.forgot.noMail')}>
      <Text role="status" style={{ overflowWrap: 'anywhere' }}>
        {isMailed ? t('account.forgot.sentExplain', { email }) : t('account.forgot.noMailExplain')}
      </Text>
      <BackToSignIn />
    </Door>
  );
}

function BackToSignIn() {
  const { t } = useTranslation();
  return (
    <Text size="sm">
      <TextLink to="/">{t('account.forgot.back')}</TextLink>
    </Text>
  );
}
