import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { fieldErrors } from '../parts/errors.js';
import { FormError, typedIn } from '../parts/form.js';
import { ButtonLink } from '../parts/links.js';
import { useAction } from '../parts/useAction.js';
import { setUp } from '../session.js';
import { AccountFields } from './AccountFields.js';
import { Door } from './Door.js';

/** Creates the first admin. The code is in the fragment (after #) of the link that the service prints at its start. */
export function SetupPage() {
  const { t } = useTranslation();
  const setup = useGet('/api/setup');
  return (
    <Door title={t('setup.title')}>
      <Answered of={setup}>{({ hasAdmin }) => (hasAdmin ? <AlreadyDone /> : <FirstAdminForm />)}</Answered>
    </Door>
  );
}

function AlreadyDone() {
  const { t } = useTranslation();
  return (
    <Stack align="flex-start">
      <Text>{t('setup.done')}</Text>
      <ButtonLink to="/" size="md">
        {t('frame.signIn.submit')}
      </ButtonLink>
    </Stack>
  );
}

function FirstAdminForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const given = window.location.hash.slice(1);
  const action = useAction(async (admin: Parameters<typeof setUp>[0]) => {
    await setUp(admin);
    await navigate({ to: '/', replace: true });
  });
  const wrong = fieldErrors(t, action.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const { code = given, email = '', password = '', firstName = '', lastName = '' } = typedIn(event);
    action.mutate({ code, email, password, firstName, lastName });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{t('setup.explain')}</Text>
        {given === '' || wrong.code ? (
          <TextInput
            name="code"
            label={t('setup.code')}
            description={t('setup.codeExplain')}
            defaultValue={given}
            error={wrong.code && t('setup.codeWrong')}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            required
            withAsterisk={false}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {t('setup.codeKnown')}
          </Text>
        )}
        <AccountFields wrong={wrong} />
        <FormError error={action.error} />
        <Button type="submit" size="md" loading={action.isPending}>
          {t('setup.submit')}
        </Button>
      </Stack>
    </form>
  );
}
