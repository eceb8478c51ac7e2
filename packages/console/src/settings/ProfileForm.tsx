import type { Profile } from '@fallwatch/client';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { fieldErrors } from '../parts/errors.js';
import { typedIn } from '../parts/form.js';
import { ErrorNote } from '../parts/states.js';
import { useAction } from '../parts/useAction.js';

export function ProfileForm() {
  const answer = useGet('/api/profile/me');
  return <Answered of={answer}>{(profile) => <Fields of={profile} />}</Answered>;
}

function Fields({ of: { firstName, lastName, phone } }: { readonly of: Profile }) {
  const { t } = useTranslation();
  const action = useAction(
    ({ firstName = '', lastName = '', phone = '' }: Record<string, string>) =>
      api.put('/api/profile/me', { body: { firstName, lastName, phone: phone.trim() || null } }),
    '/api/profile/me',
    '/api/me',
  );
  const wrong = fieldErrors(t, action.error);
  return (
    <form onSubmit={(event) => action.mutate(typedIn(event))}>
      <Stack maw={420}>
        <TextInput
          name="firstName"
          size="md"
          label={t('common.firstName')}
          autoComplete="given-name"
          defaultValue={firstName}
          error={wrong.firstName}
          required
        />
        <TextInput
          name="lastName"
          size="md"
          label={t('common.lastName')}
          autoComplete="family-name"
          defaultValue={lastName}
          error={wrong.lastName}
          required
        />
        <TextInput
          name="phone"
          type="tel"
          size="md"
          label={t('common.phone')}
          description={t('settings.phoneExplain')}
          autoComplete="tel"
          defaultValue={phone ?? ''}
          error={wrong.phone}
        />
        {action.error && <ErrorNote error={action.error} />}
        <Group>
          <Button type="submit" size="md" loading={action.isPending}>
            {t('common.save')}
          </Button>
          <Text role="status">{action.isSuccess ? t('common.saved') : ''}</Text>
        </Group>
      </Stack>
    </form>
  );
}
