import type { PatientRow } from '@fallwatch/client';
import { Group, TextInput, Title } from '@mantine/core';
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAll } from '../api.js';
import { titleWords } from '../frame/attention.js';
import { keepNumbers } from '../kept.js';
import { Answered } from '../parts/Answered.js';
import { Icon } from '../parts/Icon.js';
import { ButtonLink } from '../parts/links.js';
import { Empty } from '../parts/states.js';
import { useSignedIn } from '../session.js';
import { AlertColumn } from './AlertColumn.js';
import { useOpenAlerts } from './alerts.js';
import { useWard } from './boardWard.js';
import { PersonCards } from './PersonCards.js';
import { caredFor, countWards, numbersToCall } from './people.js';
import { useTrends } from './trends.js';
import { WardTabs } from './WardTabs.js';

/** Who needs an answer, oldest first; what is in hand, and by whom; then everyone. */
export function Board() {
  const { t } = useTranslation();
  const patients = useAll('/api/patients', { query: { status: 'active' } });
  const { data } = patients;
  useEffect(() => titleWords(t('board.title')), [t]);
  useEffect(() => {
    if (data) keepNumbers(numbersToCall(data, t('wearer.carers.emergency')));
  }, [data, t]);
  return (
    <div className="board">
      <AlertColumn />
      <section aria-label={t('board.people.title')}>
        <Answered of={patients}>{(rows) => <People patients={rows} />}</Answered>
      </section>
    </div>
  );
}

function People({ patients }: { readonly patients: readonly PatientRow[] }) {
  const { t } = useTranslation();
  const { alerts } = useOpenAlerts();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const wards = useMemo(() => countWards(patients), [patients]);
  const ward = useWard(wards);
  const trends = useTrends(patients.length, ward);
  const cared = useMemo(() => caredFor(patients, alerts, trends), [patients, alerts, trends]);
  if (patients.length === 0)
    return (
      <Empty
        title={t('board.people.none')}
        icon={IconUsers}
        isPage
        action={<ButtonLink to="/people/new">{t('people.add')}</ButtonLink>}
      >
        {t('board.people.noneExplain')}
      </Empty>
    );
  return (
    <>
      <Group gap="sm" mb="md">
        <Title order={1} size="h2">
          {t('board.people.title')}
        </Title>
        <WardTabs wards={wards} chosen={ward} total={patients.length} />
        <TextInput
          className="board-search"
          aria-label={t('board.people.search')}
          placeholder={t('board.people.searchHint')}
          leftSection={<Icon of={IconSearch} size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          type="search"
        />
        <StartShift />
        <AddPerson />
      </Group>
      <PersonCards cared={cared} search={wanted} ward={ward} />
    </>
  );
}

/** On a phone the menu is closed. */
function StartShift() {
  const { t } = useTranslation();
  if (useSignedIn().role !== 'CAREGIVER') return null;
  return (
    <ButtonLink to="/shift" variant="default">
      {t('shift.title')}
    </ButtonLink>
  );
}

function AddPerson() {
  const { t } = useTranslation();
  return (
    <ButtonLink to="/people/new" variant="default" px="xs" title={t('people.add')}>
      <Icon of={IconPlus} />
      <span className="visually-hidden">{t('people.add')}</span>
    </ButtonLink>
  );
}
