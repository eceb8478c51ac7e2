import { FallwatchError } from '@fallwatch/client';
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { errorWords } from '../parts/errors.js';
import { typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';
import { CodeStep, isCodeAsked } from '../security/CodeStep.js';
import { OtherWays } from '../security/OtherWays.js';
import { type Credentials, signIn } from '../session.js';
import { Door } from './Door.js';
import { NoAdminYet } from './NoAdminYet.js';

export function SignInPage() {
  const { t } = useTranslation();
  const action = useAction(signIn);
  // The right password, while the code is asked for.
  const [known, setKnown] = useState<Credentials | null>(null);
  const mayAnybodySignUp = useGet('/api/auth/signup').data?.roles.length !== 0;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const { email = '', password = '' } = typedIn(event);
    action.mutate({ email, password }, { onError: (error) => isCodeAsked(error) && setKnown({ email, password }) });
  };
  const back = (): void => {
    setKnown(null);
    action.reset();
  };
  const isWrong = action.error instanceof FallwatchError && action.error.status === 401;
  if (known)
    return (
      <Door title={t('security.signIn.codeTitle')}>
        <CodeStep {...action} onCode={(code) => action.mutate({ ...known, code })} onBack={back} />
      </Door>
    );
  return (
    <Door title={t('frame.signIn.title')}>
      <NoAdminYet />
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
          <Text size="sm">
            <Anchor component={Link} to="/forgot" inherit underline="always">
              {t('account.forgot.link')}
            </Anchor>
          </Text>
          <OtherWays />
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
