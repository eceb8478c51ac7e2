import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../parts/Section.js';
import type { account } from '../words/en/account.js';

type Part = keyof typeof account.download.parts;

/** In the order in which people ask for them. */
const parts: readonly Part[] = [
  'profile',
  'phoneNumbers',
  'photo',
  'falls',
  'vitals',
  'readings',
  'messages',
  'devices',
  'assignments',
  'schedules',
  'views',
  'alerts',
  'activity',
  'contactPoints',
  'webhooks',
  'sessions',
  'signInMethods',
];

const path = '/api/profile/export';

/** Plain links: the browser saves the file while it arrives, whatever its size. */
export function Download() {
  const { t } = useTranslation();
  const [part, setPart] = useState<Part>('falls');
  return (
    <Section title={t('account.download.title')}>
      <Text>{t('account.download.explain')}</Text>
      <Button component="a" href={path} download variant="default" size="md" w="fit-content">
        {t('account.download.all')}
      </Button>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          size="md"
          label={t('account.download.part')}
          value={part}
          data={parts.map((value) => ({ value, label: t(`account.download.parts.${value}`) }))}
          onChange={({ currentTarget: { value } }) => setPart(parts.find((each) => each === value) ?? part)}
        />
        <Button component="a" href={`${path}?format=csv&part=${part}`} download variant="default" size="md">
          {t('account.download.csv')}
        </Button>
      </Group>
    </Section>
  );
}
