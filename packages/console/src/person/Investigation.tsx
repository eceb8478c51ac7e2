import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { momentWords } from '../parts/times.js';
import type { Fall } from './signal.js';

export function Investigation({ of: { flaggedAt, notes } }: { readonly of: Fall['investigation'] }) {
  const { t } = useTranslation();
  return (
    <Stack component="section" gap="xs">
      <Title order={2} size="h4">
        {t('person.investigation.title')}
      </Title>
      <Text>
        {flaggedAt === null
          ? t('person.investigation.none')
          : t('person.investigation.flagged', { time: momentWords(flaggedAt) })}
      </Text>
      {notes && <Text style={{ whiteSpace: 'pre-wrap' }}>{notes}</Text>}
    </Stack>
  );
}
