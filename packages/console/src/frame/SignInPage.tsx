import { FallwatchError } from '@fallwatch/client';
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { errorWords } from '../parts/errors.js';
import { typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';
import { signIn } from '../session.js';
import { Door } from './Door.js';

export function SignInPage() {
  const { t } = useTranslation();
  const action = useAction(signIn);
  const mayAnybodySignUp = useGet('/api/auth/signup').data?.roles.length !== 0;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const { email = '', password = '' } = typedIn(event);
    action.mutate({ email, password });
  };
  const isWrong = action.error instanceof FallwatchError && action.error.status === 401;
  return (
    <Door title={t('frame.signIn.title')}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            name="email"
            type="email"
            label={t('common.email')}
            autoComplete="username"
            required
            withAsterisk={false}
          />
          <PasswordInput
            name="password"
            label={t('common.password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
          />
          {action.error && (
            <Text c="var(--mantine-color-error)" role="alert">
              {isWrong ? t('frame.signIn.wrong') : errorWords(t, action.error)}
            </Text>
          )}
          <Button type="submit" size="md" loading={action.isPending}>
            {t('frame.signIn.submit')}
          </Button>
          {mayAnybodySignUp && (
            <Text size="sm">
              {t('frame.signIn.noAccount')}{' '}
              <Anchor component={Link} to="/sign-up" inherit underline="always">
                {t('frame.signIn.signUp')}
              </Anchor>
            </Text>
          )}
        </Stack>
      </form>
    </Door>
  );
}
