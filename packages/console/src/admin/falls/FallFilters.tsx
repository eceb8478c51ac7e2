import { Box, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGet } from '../../api.js';
import { PersonPicker } from '../../parts/PersonPicker.js';
import { Day, FilterBar, OptionalChoice } from '../parts/filters.js';
import { fullName } from '../parts/fullName.js';
import { useFilters } from '../parts/useFilters.js';

const levels = ['SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'] as const;
const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

/** The names are those of the API's query parameters. */
export const useFallFilters = () =>
  useFilters({
    status: ['', ...levels],
    severity: ['', ...severities],
    dateFrom: 'anything',
    dateTo: 'anything',
    patientId: 'anything',
  });

export function FallFilters({ of: { chosen, choose } }: { readonly of: ReturnType<typeof useFallFilters> }) {
  const { t } = useTranslation();
  return (
    <FilterBar>
      <OptionalChoice
        label={t('admin.falls.level')}
        value={chosen.status}
        onChange={(status) => choose('status', status)}
        values={levels}
        words={(level) => t(`common.fallLevel.${level}`)}
      />
      <OptionalChoice
        label={t('admin.severity')}
        value={chosen.severity}
        onChange={(severity) => choose('severity', severity)}
        values={severities}
        words={(severity) => t(`common.severity.${severity}`)}
      />
      <Day label={t('admin.from')} value={chosen.dateFrom} onChange={(day) => choose('dateFrom', day)} />
      <Day label={t('admin.to')} value={chosen.dateTo} onChange={(day) => choose('dateTo', day)} />
      {chosen.patientId === '' ? (
        <Box flex={{ base: '1 1 100%', sm: '0 1 280px' }}>
          <PersonPicker of="patients" label={t('admin.person')} onPick={(id) => choose('patientId', id)} />
        </Box>
      ) : (
        <OnlyOne id={chosen.patientId} onEverybody={() => choose('patientId', '')} />
      )}
    </FilterBar>
  );
}

function OnlyOne({ id, onEverybody }: { readonly id: string; readonly onEverybody: () => void }) {
  const { t } = useTranslation();
  const { data } = useGet('/api/patients/{id}', { path: { id } });
  return (
    <Group gap="sm">
      <Text fw={600}>{t('admin.falls.onePerson', { name: data ? fullName(data) : '…' })}</Text>
      <Button variant="default" size="md" onClick={onEverybody}>
        {t('admin.falls.everybody')}
      </Button>
    </Group>
  );
}
