import type { PatientRow } from '@fallwatch/client';
import { Stack, TextInput, Title } from '@mantine/core';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAll } from '../api.js';
import { keepNumbers } from '../kept.js';
import { Answered } from '../parts/Answered.js';
import { Page } from '../parts/Page.js';
import { Empty } from '../parts/states.js';
import { AlertRows } from './AlertRows.js';
import { useOpenAlerts } from './alerts.js';
import { PersonCards } from './PersonCards.js';
import { caredFor, numbersToCall } from './people.js';
import { SoundSwitch } from './SoundSwitch.js';

/** All patients of a caregiver, most urgent first, and the open alerts. */
export function Board() {
  const { t } = useTranslation();
  const patients = useAll('/api/patients', { query: { status: 'active' } });
  const { data } = patients;
  useEffect(() => {
    if (data) keepNumbers(numbersToCall(data, t('wearer.carers.emergency')));
  }, [data, t]);
  return (
    <Page title={t('board.title')} aside={<SoundSwitch />}>
      <AlertRows />
      <Answered of={patients}>{(rows) => <People patients={rows} />}</Answered>
    </Page>
  );
}

function People({ patients }: { readonly patients: readonly PatientRow[] }) {
  const { t } = useTranslation();
  const { alerts } = useOpenAlerts();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const cared = useMemo(() => caredFor(patients, alerts), [patients, alerts]);
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
      <PersonCards cared={cared} search={wanted} />
    </Stack>
  );
}
