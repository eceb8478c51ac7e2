import type { Patient } from '@fallwatch/client';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { ButtonLink } from '../parts/links.js';
import { Page } from '../parts/Page.js';
import { useSignedIn } from '../session.js';
import { AlertPlan } from './AlertPlan.js';
import { Contacts } from './Contacts.js';
import { Devices } from './Devices.js';
import { Falls } from './Falls.js';
import { Health } from './Health.js';
import { OpenAlertsOfAdmin, OpenAlertsOfCaregiver } from './OpenAlerts.js';
import { TestAlert } from './TestAlert.js';
import { Vitals } from './Vitals.js';

export function PersonPage() {
  const { id } = useParams({ from: '/people/$id' });
  const patient = useGet('/api/patients/{id}', { path: { id } });
  return <Answered of={patient}>{(data) => <PersonDetails patient={data} />}</Answered>;
}

/** Urgent things first, then how the person is, then what rarely changes. */
function PersonDetails({ patient }: { readonly patient: Patient }) {
  const { t } = useTranslation();
  const { role } = useSignedIn();
  const { id, dateOfBirth } = patient;
  const OpenAlerts = role === 'ADMIN' ? OpenAlertsOfAdmin : OpenAlertsOfCaregiver;
  return (
    <Page
      title={`${patient.firstName} ${patient.lastName}`}
      aside={
        <ButtonLink to="/messages/$id" params={{ id }} variant="default" size="md">
          {t('person.message')}
        </ButtonLink>
      }
    >
      <Stack gap="xl" maw={960}>
        {dateOfBirth && <Text>{t('person.age', { count: yearsSince(dateOfBirth) })}</Text>}
        <OpenAlerts patientId={id} />
        <Contacts patient={patient} />
        <Health patientId={id} />
        <Vitals patientId={id} />
        <Falls patientId={id} />
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl" verticalSpacing="xl">
          <Devices wearer={{ id, name: `${patient.firstName} ${patient.lastName}` }} />
          <AlertPlan patient={patient} />
        </SimpleGrid>
        <TestAlert patient={patient} />
      </Stack>
    </Page>
  );
}

function yearsSince(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const now = new Date();
  const hasHadBirthday = now.getMonth() + 1 > month || (now.getMonth() + 1 === month && now.getDate() >= day);
  return now.getFullYear() - year - (hasHadBirthday ? 0 : 1);
}
