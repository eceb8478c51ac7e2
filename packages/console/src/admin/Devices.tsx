import type { OwnedDevice } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, usePage } from '../api.js';
import { Confirm } from '../parts/Confirm.js';
import { DeviceMark } from '../parts/DeviceMark.js';
import type { Column } from '../parts/List.js';
import { Listing } from '../parts/Listing.js';
import { TextLink } from '../parts/links.js';
import { Page } from '../parts/Page.js';
import { Empty } from '../parts/states.js';
import { Ago } from '../parts/times.js';
import { FilterBar, OptionalChoice, SearchBox } from './parts/filters.js';
import { NothingFound } from './parts/NothingFound.js';
import { useFilters } from './parts/useFilters.js';

const statuses = ['ACTIVE', 'INACTIVE', 'OFFLINE', 'DISABLED'] as const;

export function Devices() {
  const { t } = useTranslation();
  const { chosen, choose, page, setPage, search, onSearch } = useFilters({ status: ['', ...statuses] });
  const columns = useColumns();
  const [changing, setChanging] = useState<OwnedDevice | null>(null);
  const { status } = chosen;
  const answer = usePage('/api/admin/devices', {
    // Longest silent first: those devices need attention.
    query: { page, limit: 20, sort: 'lastSeen', order: 'asc', ...search, ...(status && { status }) },
  });
  return (
    <Page title={t('frame.nav.devices')}>
      <FilterBar>
        <SearchBox placeholder={t('admin.devices.search')} onSearch={onSearch} />
        <OptionalChoice
          label={t('admin.status')}
          value={status}
          onChange={(next) => choose('status', next)}
          values={statuses}
          words={(each) => t(`common.deviceStatus.${each}`)}
        />
      </FilterBar>
      <Listing
        of={answer}
        onPage={setPage}
        label={t('frame.nav.devices')}
        columns={columns}
        actions={(device) => (
          <Button variant="default" size="sm" onClick={() => setChanging(device)}>
            {t(device.status === 'DISABLED' ? 'admin.devices.enable' : 'admin.devices.disable')}
          </Button>
        )}
        empty={
          status || 'search' in search ? (
            <NothingFound />
          ) : (
            <Empty title={t('admin.devices.none')}>{t('admin.devices.noneExplain')}</Empty>
          )
        }
      />
      {changing && <ChangeDevice of={changing} onClose={() => setChanging(null)} />}
    </Page>
  );
}

function useColumns(): readonly [Column<OwnedDevice>, ...Column<OwnedDevice>[]] {
  const { t } = useTranslation();
  return [
    { label: t('admin.devices.device'), cell: (device) => <DeviceName of={device} /> },
    {
      label: t('admin.person'),
      cell: ({ owner }) => (
        <TextLink to="/people/$id" params={{ id: owner.id }}>
          {owner.name}
        </TextLink>
      ),
    },
    { label: t('admin.status'), cell: (device) => <DeviceMark status={device.status} /> },
    { label: t('admin.devices.lastSeen'), cell: ({ lastSeen }) => <Ago at={lastSeen} /> },
    {
      label: t('admin.devices.battery'),
      cell: ({ batteryLevel }) => (batteryLevel === null ? t('common.unknown') : `${Math.round(batteryLevel)}\u00a0%`),
    },
  ];
}

function DeviceName({ of: { id, name, macAddress } }: { readonly of: OwnedDevice }) {
  return (
    <>
      <TextLink to="/devices/$id" params={{ id }} fw={600}>
        {name}
      </TextLink>
      <Text size="sm" c="dimmed" className="numbers">
        {macAddress}
      </Text>
    </>
  );
}

function ChangeDevice({ of: device, onClose }: { readonly of: OwnedDevice; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const isDisabled = device.status === 'DISABLED';
  const verb = isDisabled ? 'enable' : 'disable';
  const path = { id: device.id };
  return (
    <Confirm
      title={t(`admin.devices.${verb}Title`, { device: device.name })}
      explain={t(`admin.devices.${verb}Explain`, { name: device.owner.name })}
      submit={t(`admin.devices.${verb}`)}
      isDangerous={!isDisabled}
      act={() => api.post(`/api/admin/devices/{id}/${verb}`, { path })}
      changed={['/api/admin/devices', '/api/admin/stats', '/api/patients', '/api/patients/{id}/devices']}
      onClose={onClose}
    />
  );
}
