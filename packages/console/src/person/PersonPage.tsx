import type { Patient } from '@fallwatch/client';
import { Grid, Group, Stack } from '@mantine/core';
import { useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api, useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { ButtonLink } from '../parts/links.js';
import { Page } from '../parts/Page.js';
import { InviteAgain } from '../people/InviteAgain.js';
import { Plan } from '../plan/Plan.js';
import { useSignedIn } from '../session.js';
import { AlertAnswers } from './AlertAnswers.js';
import { Caregivers } from './Caregivers.js';
import { CheckIn } from './CheckIn.js';
import { Contacts } from './Contacts.js';
import { Devices } from './Devices.js';
import { Facts } from './Facts.js';
import { Falls } from './Falls.js';
import { FhirFile } from './FhirFile.js';
import { Health } from './Health.js';
import { HomeAssistant } from './HomeAssistant.js';
import { OpenAlertsOfAdmin, OpenAlertsOfCaregiver } from './OpenAlerts.js';
import { TestAlert } from './TestAlert.js';
import { VitalLimits } from './VitalLimits.js';
import { Vitals } from './Vitals.js';

export function PersonPage() {
  const { id } = useParams({ from: '/people/$id' });
  const patient = useGet('/api/patients/{id}', { path: { id } });
  return <Answered of={patient}>{(data) => <PersonDetails patient={data} />}</Answered>;
}

/** Urgent things first. Then what a responder needs, beside how the person is. Below, who is alerted and how. */
function PersonDetails({ patient }: { readonly patient: Patient }) {
  const { role } = useSignedIn();
  const { id } = patient;
  const name = `${patient.firstName} ${patient.lastName}`;
  const { hash } = useLocation();
  // The router looks for the part of the page before its data has come.
  useEffect(() => void document.getElementById(hash)?.scrollIntoView(), [hash]);
  const OpenAlerts = role === 'ADMIN' ? OpenAlertsOfAdmin : OpenAlertsOfCaregiver;
  return (
    <Page title={name} aside={<Actions id={id} />}>
      <OpenAlerts patientId={id} />
      <Grid gap={{ base: 'xl', md: 32 }}>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="xl">
            <Facts of={patient} />
            <Contacts patient={patient} />
            <Caregivers patient={patient} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="xl">
            <Health patientId={id} />
            <Devices wearer={{ id, name }} />
            <Vitals patientId={id} />
            <VitalLimits patient={patient} />
            <CheckIn patient={patient} />
            <Falls patientId={id} />
          </Stack>
        </Grid.Col>
      </Grid>
      <Plan patient={patient} />
      <AlertAnswers patientId={id} />
      <TestAlert patient={patient} />
      <FhirFile of={id} />
      {role === 'ADMIN' && <HomeAssistant patientId={id} name={name} />}
      {patient.invitationPending && (
        <InviteAgain
          person={{ id, name, email: patient.email, role: 'PATIENT' }}
          invite={() => api.post('/api/patients/{id}/invitation', { path: { id } })}
        />
      )}
    </Page>
  );
}

function Actions({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <Group gap="sm">
      <ButtonLink to="/messages/$id" params={{ id }} variant="default" size="md">
        {t('person.message')}
      </ButtonLink>
      <ButtonLink to="/people/$id/edit" params={{ id }} variant="default" size="md">
        {t('people.edit')}
      </ButtonLink>
      <ButtonLink to="/people/$id/sheet" params={{ id }} variant="default" size="md">
        {t('papers.sheet.open')}
      </ButtonLink>
    </Group>
  );
}
