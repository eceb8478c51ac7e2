import { SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAll } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Page } from '../parts/Page.js';
import { Empty } from '../parts/states.js';
import { AlertRows } from './AlertRows.js';
import { useOpenAlerts } from './alerts.js';
import { PersonCard } from './PersonCard.js';
import { caredFor, matching, type Patient } from './people.js';
import { SoundSwitch } from './SoundSwitch.js';

/** All people a caregiver looks after, most urgent first, and what is open. */
export function Board() {
  const { t } = useTranslation();
  const patients = useAll('/api/patients', { query: { status: 'active' } });
  return (
    <Page title={t('board.title')} aside={<SoundSwitch />}>
      <AlertRows />
      <Answered of={patients}>{(rows) => <People patients={rows} />}</Answered>
    </Page>
  );
}

function People({ patients }: { readonly patients: readonly Patient[] }) {
  const { t } = useTranslation();
  const { alerts } = useOpenAlerts();
  const [search, setSearch] = useState('');
  const shown = matching(caredFor(patients, alerts), useDeferredValue(search));
  const hidden = patients.length - shown.length;
  if (patients.length === 0) return <Empty title={t('board.people.none')}>{t('board.people.noneExplain')}</Empty>;
  return (
    <Stack>
      <Title order={2} size="h4">
        {t('board.people.count', { count: patients.length })}
      </Title>
      <TextInput
        label={t('board.people.search')}
        description={t('board.people.alertsStay')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        type="search"
        maw={420}
      />
      <SimpleGrid component="ul" cols={{ base: 1, sm: 2, lg: 3 }} p={0} m={0} style={{ listStyle: 'none' }}>
        {shown.map((cared) => (
          <PersonCard key={cared.patient.id} cared={cared} />
        ))}
      </SimpleGrid>
      {hidden > 0 && (
        <Text c="dimmed" role="status">
          {t('board.people.hidden', { count: hidden })}
        </Text>
      )}
    </Stack>
  );
}
