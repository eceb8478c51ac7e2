import type { FallDetail } from '@fallwatch/client';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../parts/Section.js';
import { momentWords } from '../parts/times.js';

export function Investigation({ of: { flaggedAt, notes } }: { readonly of: FallDetail['investigation'] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('person.investigation.title')}>
      <Text>
        {flaggedAt === null
          ? t('person.investigation.none')
          : t('person.investigation.flagged', { time: momentWords(flaggedAt) })}
      </Text>
      {notes && <Text style={{ whiteSpace: 'pre-wrap' }}>{notes}</Text>}
    </Section>
  );
}
