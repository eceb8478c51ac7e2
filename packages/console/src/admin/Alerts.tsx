import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePage } from '../api.js';
import { useOpenAlerts } from '../board/alerts.js';
import { Answered } from '../parts/Answered.js';
import { Page } from '../parts/Page.js';
import { Paging } from '../parts/Paging.js';
import { Empty } from '../parts/states.js';
import { AlertList } from './parts/AlertList.js';
import { Choice, FilterBar } from './parts/filters.js';
import { useFilters } from './parts/useFilters.js';

/** Open alerts are always on top, whatever the filter. */
export function Alerts() {
  const { t } = useTranslation();
  const { chosen, choose, page, setPage } = useFilters({ show: ['open', 'all'] });
  const { alerts, ...open } = useOpenAlerts();
  return (
    <Page title={t('frame.nav.alerts')}>
      <FilterBar>
        <Choice
          label={t('admin.alerts.show')}
          value={chosen.show}
          onChange={(show) => choose('show', show)}
          options={[
            ['open', t('admin.alerts.open')],
            ['all', t('admin.alerts.all')],
          ]}
        />
      </FilterBar>
      <Answered of={open}>
        {() =>
          alerts.length === 0 ? (
            <Empty title={t('admin.alerts.none')}>{t('admin.alerts.noneExplain')}</Empty>
          ) : (
            <Stack gap="sm">
              <Title order={2} size="h4">
                {t('admin.alerts.openCount', { count: alerts.length })}
              </Title>
              <AlertList label={t('admin.alerts.open')} alerts={alerts} />
            </Stack>
          )
        }
      </Answered>
      {chosen.show === 'all' && <AllAlerts page={page} onPage={setPage} />}
    </Page>
  );
}

function AllAlerts({ page, onPage }: { readonly page: number; readonly onPage: (page: number) => void }) {
  const { t } = useTranslation();
  const answer = usePage('/api/admin/alerts', { query: { status: 'all', page, limit: 20 } });
  return (
    <Answered of={answer}>
      {({ data, pagination }) => (
        <Stack gap="sm">
          <Title order={2} size="h4">
            {pagination.total === 0 ? t('admin.alerts.never') : t('admin.alerts.all')}
          </Title>
          <AlertList label={t('admin.alerts.all')} alerts={data} />
          <Paging of={pagination} onPage={onPage} />
        </Stack>
      )}
    </Answered>
  );
}
