import type { Caregiver } from '@fallwatch/client';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../api.js';
import { Listing } from '../parts/Listing.js';
import { TextLink } from '../parts/links.js';
import { Mark } from '../parts/Mark.js';
import { Page } from '../parts/Page.js';
import { Empty } from '../parts/states.js';
import { InviteCaregiver } from './caregivers/InviteCaregiver.js';
import { byName } from './parts/byName.js';
import { FilterBar, SearchBox } from './parts/filters.js';
import { fullName } from './parts/fullName.js';
import { NothingFound } from './parts/NothingFound.js';
import { useFilters } from './parts/useFilters.js';

export function Caregivers() {
  const { t } = useTranslation();
  const { page, setPage, search, onSearch } = useFilters({});
  const [isInviting, setInviting] = useState(false);
  const answer = usePage('/api/caregivers', {
    query: { page, ...byName, ...search },
  });
  const invite = (
    <Button size="md" onClick={() => setInviting(true)}>
      {t('admin.caregivers.create')}
    </Button>
  );
  return (
    <Page title={t('frame.nav.caregivers')} aside={invite}>
      <FilterBar>
        <SearchBox placeholder={t('admin.people.search')} onSearch={onSearch} />
      </FilterBar>
      <Listing
        of={answer}
        onPage={setPage}
        label={t('frame.nav.caregivers')}
        columns={[
          { label: t('common.name'), cell: (caregiver) => <Name of={caregiver} /> },
          { label: t('common.email'), cell: ({ email }) => email },
          { label: t('common.phone'), cell: ({ phone }) => phone ?? t('common.unknown') },
          {
            label: t('admin.caregivers.people'),
            cell: ({ patients }) => t('admin.caregivers.peopleCount', { count: patients }),
          },
          { label: t('admin.caregivers.openAlerts'), cell: ({ activeAlerts }) => activeAlerts },
        ]}
        empty={
          'search' in search ? (
            <NothingFound />
          ) : (
            <Empty title={t('admin.caregivers.none')}>{t('admin.caregivers.noneExplain')}</Empty>
          )
        }
      />
      {isInviting && <InviteCaregiver onClose={() => setInviting(false)} />}
    </Page>
  );
}

function Name({ of: caregiver }: { readonly of: Caregiver }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <TextLink to="/admin/caregivers/$id" params={{ id: caregiver.id }} fw={600}>
        {fullName(caregiver)}
      </TextLink>
      {caregiver.status === 'inactive' && <Mark tone="attention">{t('common.accountStatus.inactive')}</Mark>}
      {caregiver.invitationPending && <Mark tone="calm">{t('admin.people.invited')}</Mark>}
    </Group>
  );
}
