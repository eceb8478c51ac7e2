import type { SystemLogRow } from '@fallwatch/client';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGet, usePage } from '../api.js';
import type { Column } from '../parts/List.js';
import { Listing } from '../parts/Listing.js';
import { Mark } from '../parts/Mark.js';
import { Page } from '../parts/Page.js';
import { Empty } from '../parts/states.js';
import { momentWords } from '../parts/times.js';
import { logWords, sourceWords } from './logs/logWords.js';
import { Day, FilterBar, OptionalChoice } from './parts/filters.js';
import { fullName } from './parts/fullName.js';
import { useFilters } from './parts/useFilters.js';

const levels = ['error', 'warning', 'info'] as const;
const tones = { error: 'danger', warning: 'attention', info: 'plain' } as const;

export function Logs() {
  const { t } = useTranslation();
  const columns = useColumns();
  const { chosen, choose, page, setPage } = useFilters({
    level: ['', ...levels],
    dateFrom: 'anything',
    dateTo: 'anything',
  });
  const given = Object.entries(chosen).filter(([, value]) => value !== '');
  const answer = usePage('/api/admin/logs', {
    query: { page, limit: 30, sort: 'createdAt', order: 'desc', ...Object.fromEntries(given) },
  });
  return (
    <Page title={t('frame.nav.logs')}>
      <FilterBar>
        <OptionalChoice
          label={t('admin.logs.level')}
          value={chosen.level}
          onChange={(level) => choose('level', level)}
          values={levels}
          words={(level) => t(`admin.logs.levels.${level}`)}
        />
        <Day label={t('admin.from')} value={chosen.dateFrom} onChange={(day) => choose('dateFrom', day)} />
        <Day label={t('admin.to')} value={chosen.dateTo} onChange={(day) => choose('dateTo', day)} />
      </FilterBar>
      <Listing
        of={answer}
        onPage={setPage}
        label={t('frame.nav.logs')}
        columns={columns}
        empty={<Empty title={t('admin.logs.none')} />}
      />
    </Page>
  );
}

function useColumns(): readonly [Column<SystemLogRow>, ...Column<SystemLogRow>[]] {
  const { t } = useTranslation();
  return [
    { label: t('admin.logs.message'), cell: (entry) => logWords(t, entry) },
    { label: t('common.time'), cell: ({ timestamp }) => <time dateTime={timestamp}>{momentWords(timestamp)}</time> },
    {
      label: t('admin.logs.level'),
      cell: ({ level }) => <Mark tone={tones[level]}>{t(`admin.logs.levels.${level}`)}</Mark>,
    },
    { label: t('admin.logs.source'), cell: ({ source }) => sourceWords(t, source) },
    { label: t('admin.logs.account'), cell: ({ userId }) => (userId === null ? '–' : <Who id={userId} />) },
  ];
}

/** The system log names people by id. The name is fetched only when an admin asks for it. */
function Who({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <Account id={id} />;
  return (
    <Button variant="default" size="compact-sm" onClick={() => setAsked(true)}>
      {t('admin.logs.who')}
    </Button>
  );
}

function Account({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const { data, error } = useGet('/api/admin/users/{id}', { path: { id } });
  if (data) return `${fullName(data)}, ${data.email}`;
  return error ? t('admin.logs.gone') : '…';
}
