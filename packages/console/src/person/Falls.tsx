import type { FallRow } from '@fallwatch/client';
import { Group, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { TextLink } from '../parts/links.js';
import { Paging } from '../parts/Paging.js';
import { Section } from '../parts/Section.js';
import { momentWords, secondsWords } from '../parts/times.js';

/** Newest first, each with a link to its page. */
export function Falls({ patientId }: { readonly patientId: string }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const falls = usePage('/api/patients/{id}/falls', { path: { id: patientId }, query: { page, limit: 10 } });
  return (
    <Section title={t('person.falls.title')}>
      <Answered of={falls}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 && <Text>{t('person.falls.none')}</Text>}
            <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
              {data.map((fall) => (
                <Group component="li" key={fall.id} gap="sm" className="moment" align="baseline">
                  <TextLink to="/falls/$id" params={{ id: fall.id }} className="numbers" py={4}>
                    {momentWords(fall.createdAt)}: {t(`common.fallLevel.${fall.status}`)}
                  </TextLink>
                  <Text size="sm" c="dimmed" className="numbers">
                    {[fall.location, answeredWords(t, fall)].filter(Boolean).join(' · ')}
                  </Text>
                </Group>
              ))}
            </Stack>
            <Paging of={pagination} onPage={setPage} />
          </>
        )}
      </Answered>
    </Section>
  );
}

/** An uncertain fall alerts nobody, so nobody answers it. */
function answeredWords(t: TFunction, { status, responseTime, withheldUpTo }: FallRow): string {
  if (responseTime !== null) return t('person.falls.answered', { time: secondsWords(t, responseTime) });
  if (withheldUpTo !== null) return t('threshold.short');
  return status === 'NO_FALL' || status === 'SUSPICIOUS' ? '' : t('person.falls.unanswered');
}
