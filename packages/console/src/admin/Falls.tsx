import type { AdminFall } from '@fallwatch/client';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../api.js';
import type { Column } from '../parts/List.js';
import { Listing } from '../parts/Listing.js';
import { ButtonLink, TextLink } from '../parts/links.js';
import { Mark, toneOfSeverity } from '../parts/Mark.js';
import { Page } from '../parts/Page.js';
import { Empty } from '../parts/states.js';
import { momentWords, secondsWords } from '../parts/times.js';
import { FallFilters, useFallFilters } from './falls/FallFilters.js';
import { InvestigateFall } from './falls/InvestigateFall.js';

export function Falls() {
  const { t } = useTranslation();
  const filters = useFallFilters();
  const [investigated, setInvestigated] = useState<AdminFall | null>(null);
  const columns = useColumns();
  const given = Object.entries(filters.chosen).filter(([, value]) => value !== '');
  const answer = usePage('/api/admin/falls', {
    query: { page: filters.page, limit: 20, sort: 'createdAt', order: 'desc', ...Object.fromEntries(given) },
  });
  return (
    <Page title={t('frame.nav.falls')}>
      <FallFilters of={filters} />
      <Listing
        of={answer}
        onPage={filters.setPage}
        label={t('frame.nav.falls')}
        columns={columns}
        actions={(fall) => (
          <>
            <ButtonLink to="/falls/$id" params={{ id: fall.id }} variant="default" size="sm">
              {t('admin.falls.open')}
            </ButtonLink>
            <Button variant="default" size="sm" onClick={() => setInvestigated(fall)}>
              {t('admin.falls.flag')}
            </Button>
          </>
        )}
        empty={<Empty title={t('admin.falls.none')}>{t('admin.falls.noneExplain')}</Empty>}
      />
      {investigated && <InvestigateFall of={investigated} onClose={() => setInvestigated(null)} />}
    </Page>
  );
}

function useColumns(): readonly [Column<AdminFall>, ...Column<AdminFall>[]] {
  const { t } = useTranslation();
  return [
    {
      label: t('admin.person'),
      cell: ({ userId, patientName, investigation }) => (
        <Group gap="xs">
          <TextLink to="/people/$id" params={{ id: userId }} fw={600}>
            {patientName}
          </TextLink>
          {investigation?.flagged && <Mark tone="calm">{t('admin.falls.flagged')}</Mark>}
        </Group>
      ),
    },
    {
      label: t('admin.falls.when'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{momentWords(createdAt)}</time>,
    },
    { label: t('admin.falls.level'), cell: ({ status }) => t(`common.fallLevel.${status}`) },
    {
      label: t('admin.severity'),
      cell: ({ severity }) => <Mark tone={toneOfSeverity(severity)}>{t(`common.severity.${severity}`)}</Mark>,
    },
    {
      label: t('admin.falls.answered'),
      cell: ({ responded, responseTime }) => {
        if (!responded) return t('admin.falls.notAnswered');
        return responseTime === null
          ? t('common.yes')
          : t('admin.falls.after', { duration: secondsWords(t, responseTime) });
      },
    },
  ];
}
