import { Anchor, Button, Radio, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { fieldErrors } from '../parts/errors.js';
import { FormError, typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';
import { signUp } from '../session.js';
import { AccountFields } from './AccountFields.js';
import { Door } from './Door.js';

export function SignUpPage() {
  const { t } = useTranslation();
  const roles = useGet('/api/auth/signup').data?.roles;
  return (
    <Door title={t('frame.signUp.title')}>
      {roles?.length === 0 ? <Text>{t('frame.signUp.closed')}</Text> : roles && <SignUpForm roles={roles} />}
      <Text size="sm" mt="md">
        {t('frame.signUp.haveAccount')}{' '}
        <Anchor component={Link} to="/" inherit underline="always">
          {t('frame.signUp.signIn')}
        </Anchor>
      </Text>
    </Door>
  );
}

/** Offers only the roles that the service accepts. */
function SignUpForm({ roles }: { readonly roles: readonly ('PATIENT' | 'CAREGIVER')[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const action = useAction(async (person: Parameters<typeof signUp>[0]) => {
    await signUp(person);
    // Inside the console this path has no page.
    await navigate({ to: '/', replace: true });
  });
  const wrong = fieldErrors(t, action.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const { email = '', password = '', firstName = '', lastName = '', role } = typedIn(event);
    action.mutate({ email, password, firstName, lastName, role: role === 'CAREGIVER' ? 'CAREGIVER' : 'PATIENT' });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Radio.Group name="role" label={t('frame.signUp.role')} defaultValue={roles[0] ?? null}>
          <Stack gap="xs" mt={4}>
            {roles.includes('PATIENT') && <Radio value="PATIENT" label={t('frame.signUp.wearer')} />}
            {roles.includes('CAREGIVER') && <Radio value="CAREGIVER" label={t('frame.signUp.caregiver')} />}
          </Stack>
        </Radio.Group>
        <AccountFields wrong={wrong} />
        <FormError error={action.error} />
        <Button type="submit" size="md" loading={action.isPending}>
          {t('frame.signUp.submit')}
        </Button>
      </Stack>
    </form>
  );
}
