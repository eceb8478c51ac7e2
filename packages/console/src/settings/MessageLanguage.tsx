import { Group, NativeSelect, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, useGet } from '../api.js';
import { ErrorNote } from '../parts/states.js';
import { useAction } from '../parts/useAction.js';
import { languages } from '../words/words.js';

/** Those of the service; the console may have more. */
const messageLanguages = ['en', 'de'] as const;

/** Of e-mails, text messages and the like. The console's language belongs to the device, this one to the account. */
export function MessageLanguage() {
  const { t } = useTranslation();
  const { data: profile } = useGet('/api/profile/me');
  const action = useAction(
    (language: (typeof messageLanguages)[number]) => api.put('/api/profile/me', { body: { language } }),
    '/api/profile/me',
  );
  if (!profile) return null;
  const shown = action.isPending ? action.variables : (profile.language ?? 'en');
  return (
    <>
      <Group align="flex-end" mt="xs">
        <NativeSelect
          size="md"
          label={t('contacts.language')}
          value={shown}
          data={messageLanguages.map((value) => ({ value, label: languages[value].name }))}
          onChange={({ currentTarget: { value } }) => action.mutate(value as (typeof messageLanguages)[number])}
        />
        <Text role="status" pb="xs">
          {action.isSuccess ? t('common.saved') : ''}
        </Text>
      </Group>
      {action.error && <ErrorNote error={action.error} />}
    </>
  );
}
