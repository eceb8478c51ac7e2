import { Anchor, Button, Group, PasswordInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { errorWords, fieldErrors } from '../parts/errors.js';
import { useAction } from '../parts/useAction.js';
import { signUp } from '../session.js';
import { Door } from './Door.js';
import { typedIn } from './SignInPage.js';

export function SignUpPage() {
  const { t } = useTranslation();
  const action = useAction(signUp);
  const wrong = fieldErrors(t, action.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const { email = '', password = '', firstName = '', lastName = '', role } = typedIn(event);
    action.mutate({ email, password, firstName, lastName, role: role === 'CAREGIVER' ? 'CAREGIVER' : 'PATIENT' });
  };
  return (
    <Door title={t('frame.signUp.title')}>
      <form onSubmit={submit}>
        <Stack>
          <Radio.Group name="role" label={t('frame.signUp.role')} defaultValue="PATIENT">
            <Stack gap="xs" mt={4}>
              <Radio value="PATIENT" label={t('frame.signUp.wearer')} />
              <Radio value="CAREGIVER" label={t('frame.signUp.caregiver')} />
            </Stack>
          </Radio.Group>
          <Group grow align="flex-start">
            <TextInput
              name="firstName"
              label={t('common.firstName')}
              autoComplete="given-name"
              error={wrong.firstName}
              required
              withAsterisk={false}
            />
            <TextInput
              name="lastName"
              label={t('common.lastName')}
              autoComplete="family-name"
              error={wrong.lastName}
              required
              withAsterisk={false}
            />
          </Group>
          <TextInput
            name="email"
            type="email"
            label={t('common.email')}
            autoComplete="username"
            error={wrong.email}
            required
            withAsterisk={false}
          />
          <PasswordInput
            name="password"
            label={t('common.password')}
            description={t('frame.signUp.password')}
            autoComplete="new-password"
            error={wrong.password}
            required
            withAsterisk={false}
          />
          {action.error && (
            <Text c="var(--mantine-color-error)" role="alert">
              {errorWords(t, action.error)}
            </Text>
          )}
          <Button type="submit" size="md" loading={action.isPending}>
            {t('frame.signUp.submit')}
          </Button>
          <Text size="sm">
            {t('frame.signUp.haveAccount')}{' '}
            <Anchor component={Link} to="/" inherit underline="always">
              {t('frame.signUp.signIn')}
            </Anchor>
          </Text>
        </Stack>
      </form>
    </Door>
  );
}
