import type { PatientRow } from '@fallwatch/client';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../api.js';
import { DeviceMark } from '../parts/DeviceMark.js';
import type { Column } from '../parts/List.js';
import { Listing } from '../parts/Listing.js';
import { ButtonLink, TextLink } from '../parts/links.js';
import { Mark } from '../parts/Mark.js';
import { Page } from '../parts/Page.js';
import { Empty } from '../parts/states.js';
import { AssignDialog } from './parts/AssignDialog.js';
import { byName } from './parts/byName.js';
import { Choice, FilterBar, SearchBox } from './parts/filters.js';
import { fullName } from './parts/fullName.js';
import { NothingFound } from './parts/NothingFound.js';
import { useFilters } from './parts/useFilters.js';

export function People() {
  const { t } = useTranslation();
  const { chosen, choose, page, setPage, search, onSearch } = useFilters({ care: ['any', 'none'] });
  const [assigned, setAssigned] = useState<PatientRow | null>(null);
  const isAlone = chosen.care === 'none';
  const columns = useColumns();
  const answer = usePage('/api/patients', {
    query: { page, ...byName, ...search, ...(isAlone && { withoutCaregiver: true }) },
  });
  return (
    <Page
      title={t('frame.nav.people')}
      aside={
        <ButtonLink to="/people/new" size="md">
          {t('people.add')}
        </ButtonLink>
      }
    >
      <FilterBar>
        <SearchBox placeholder={t('admin.people.search')} onSearch={onSearch} />
        <Choice
          label={t('admin.people.care')}
          value={chosen.care}
          onChange={(care) => choose('care', care)}
          options={[
            ['any', t('admin.people.careAny')],
            ['none', t('admin.people.careNone')],
          ]}
        />
      </FilterBar>
      <Listing
        of={answer}
        onPage={setPage}
        label={t('frame.nav.people')}
        columns={columns}
        actions={(person) => (
          <Button variant="default" size="sm" onClick={() => setAssigned(person)}>
            {t('admin.people.assign')}
          </Button>
        )}
        empty={<NoPeople isSearch={'search' in search} isAlone={isAlone} />}
      />
      {assigned && (
        <AssignDialog
          title={t('admin.people.assignTo', { name: fullName(assigned) })}
          patientId={assigned.id}
          onClose={() => setAssigned(null)}
        />
      )}
    </Page>
  );
}

function useColumns(): readonly [Column<PatientRow>, ...Column<PatientRow>[]] {
  const { t } = useTranslation();
  return [
    { label: t('common.name'), cell: (person) => <Name of={person} /> },
    { label: t('people.room'), cell: ({ room, ward }) => [room, ward].filter(Boolean).join(' · ') || '–' },
    { label: t('common.email'), cell: ({ email }) => email },
    { label: t('admin.devices.device'), cell: ({ device }) => device && <DeviceMark status={device.status} /> },
    { label: t('admin.caregivers.openAlerts'), cell: ({ openAlerts }) => openAlerts },
    { label: t('admin.people.score'), cell: ({ healthScore }) => healthScore },
  ];
}

function Name({ of: person }: { readonly of: PatientRow }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <TextLink to="/people/$id" params={{ id: person.id }} fw={600}>
        {fullName(person)}
      </TextLink>
      {person.isHighRisk && <Mark tone="attention">{t('admin.people.highRisk')}</Mark>}
      {person.status === 'inactive' && <Mark tone="calm">{t('common.accountStatus.inactive')}</Mark>}
      {person.invitationPending && <Mark tone="calm">{t('admin.people.invited')}</Mark>}
    </Group>
  );
}

function NoPeople({ isSearch, isAlone }: { readonly isSearch: boolean; readonly isAlone: boolean }) {
  const { t } = useTranslation();
  if (isSearch) return <NothingFound />;
  if (isAlone) return <Empty title={t('admin.people.noneAlone')} />;
  return <Empty title={t('admin.people.none')}>{t('admin.people.noneExplain')}</Empty>;
}
