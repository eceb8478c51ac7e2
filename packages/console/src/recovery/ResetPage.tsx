import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { Door } from '../frame/Door.js';
import { fieldErrors } from '../parts/errors.js';
import { FormError, NewPassword, typedIn } from '../parts/form.js';
import { ButtonLink } from '../parts/links.js';
import { useAction } from '../parts/useAction.js';
import { signIn } from '../session.js';
import { DeadLink } from './DeadLink.js';
import { isDeadLink, readLinkToken } from './linkToken.js';

export function ResetPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [token] = useState(readLinkToken);
  const action = useAction(async (password: string) => {
    const { email } = await api.post('/api/auth/password/reset', { body: { token, password } });
    // With a second factor the person signs in on the page for it.
    const isIn = await signIn({ email, password }).then(
      () => true,
      () => false,
    );
    if (isIn) await navigate({ to: '/', replace: true });
  });
  if (token === '' || isDeadLink(action.error)) return <DeadLink to="/forgot" />;
  if (action.isSuccess) return <Changed />;
  const submit = (event: FormEvent<HTMLFormElement>): void => action.mutate(typedIn(event).password ?? '');
  return (
    <Door title={t('account.reset.title')}>
      <form onSubmit={submit}>
        <Stack>
          <Text>{t('account.reset.explain')}</Text>
          <NewPassword error={fieldErrors(t, action.error).password} />
          <FormError error={action.error} />
          <Button type="submit" size="md" loading={action.isPending}>
            {t('account.reset.submit')}
          </Button>
        </Stack>
      </form>
    </Door>
  );
}

function Changed() {
  const { t } = useTranslation();
  return (
    <Door title={t('account.reset.done')}>
      <Text role="status">{t('account.reset.doneExplain')}</Text>
      <ButtonLink to="/" size="md">
        {t('account.reset.signIn')}
      </ButtonLink>
    </Door>
  );
}
