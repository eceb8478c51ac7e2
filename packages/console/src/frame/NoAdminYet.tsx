import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { ButtonLink } from '../parts/links.js';

/** Without an admin nobody hears of people who have no caregiver: it is said before anything else. */
export function NoAdminYet() {
  const { t } = useTranslation();
  const { data } = useGet('/api/setup');
  if (data?.hasAdmin !== false) return null;
  return (
    <Alert variant="outline" color="petrol" role="status">
      <Stack gap="sm" align="flex-start">
        <Text fw={600}>{t('setup.noAdmin')}</Text>
        <ButtonLink to="/setup" variant="default" size="md">
          {t('setup.begin')}
        </ButtonLink>
      </Stack>
    </Alert>
  );
}
