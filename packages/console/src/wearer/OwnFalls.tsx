import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { TextLink } from '../parts/links.js';
import { Page } from '../parts/Page.js';
import { Paging } from '../parts/Paging.js';
import { momentWords } from '../parts/times.js';

/** The wearer's own falls, newest first. */
export function OwnFalls() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const answer = usePage('/api/falls', { query: { page, limit: 10 } });
  return (
    <Page title={t('own.falls')}>
      <Answered of={answer}>
        {({ data, pagination }) => (
          <Stack maw={640}>
            {data.length === 0 && <Text fz={20}>{t('own.fallsNone')}</Text>}
            {data.map(({ id, createdAt, status }) => (
              <TextLink key={id} to="/falls/$id" params={{ id }} fz={20} py={8} className="numbers">
                {momentWords(createdAt)}: {t(`common.fallLevel.${status}`)}
              </TextLink>
            ))}
            <Paging of={pagination} onPage={setPage} />
          </Stack>
        )}
      </Answered>
    </Page>
  );
}
