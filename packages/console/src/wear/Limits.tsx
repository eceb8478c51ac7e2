import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** What a browser cannot do, in plain words, before and while it is relied on. */
export function Limits() {
  const { t } = useTranslation();
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {t('wear.limits.title')}
      </Title>
      <Text>{t('wear.limits.open')}</Text>
      <Text>{t('wear.limits.place')}</Text>
      <Text>{t('wear.limits.replace')}</Text>
    </Stack>
  );
}
