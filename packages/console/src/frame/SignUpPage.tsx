import { Anchor, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../parts/errors.js';
import { FormError, NewPassword, typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';
import { signUp } from '../session.js';
import { Door } from './Door.js';

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
          <NewPassword error={wrong.password} />
          <FormError error={action.error} />
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
