import type { AssignedPatient, Caregiver as Shown } from '@fallwatch/client';
import { Button, Group, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, useGet, usePage } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Call } from '../parts/Call.js';
import { Confirm } from '../parts/Confirm.js';
import { Listing } from '../parts/Listing.js';
import { TextLink } from '../parts/links.js';
import { Mark } from '../parts/Mark.js';
import { Page } from '../parts/Page.js';
import { Section } from '../parts/Section.js';
import { Empty } from '../parts/states.js';
import { Ago } from '../parts/times.js';
import { EditCaregiver } from './caregivers/EditCaregiver.js';
import { AssignDialog } from './parts/AssignDialog.js';
import { assignmentPaths } from './parts/assignmentPaths.js';
import { fullName } from './parts/fullName.js';
import { UserContacts } from './parts/UserContacts.js';

export function Caregiver() {
  const { id = '' } = useParams({ strict: false });
  const answer = useGet('/api/caregivers/{id}', { path: { id } });
  return <Answered of={answer}>{(caregiver) => <CaregiverDetails of={caregiver} />}</Answered>;
}

function CaregiverDetails({ of: caregiver }: { readonly of: Shown }) {
  const { t } = useTranslation();
  const [isAssigning, setAssigning] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const name = fullName(caregiver);
  return (
    <Page
      title={name}
      aside={
        <Group gap="sm">
          <Button variant="default" size="md" onClick={() => setEditing(true)}>
            {t('people.edit')}
          </Button>
          <Button size="md" onClick={() => setAssigning(true)}>
            {t('admin.caregiver.assign')}
          </Button>
        </Group>
      }
    >
      <Group gap="md">
        <Text>{caregiver.email}</Text>
        {caregiver.phone && <Call phone={caregiver.phone} name={name} />}
        {caregiver.specialization && <Text>{caregiver.specialization}</Text>}
        {caregiver.organization && <Text>{caregiver.organization}</Text>}
        {caregiver.status === 'inactive' && <Mark tone="attention">{t('common.accountStatus.inactive')}</Mark>}
        {caregiver.invitationPending && <Mark tone="calm">{t('admin.people.invited')}</Mark>}
      </Group>
      <Section title={t('admin.caregiver.looksAfter')} isPlain>
        <People of={caregiver} />
      </Section>
      <UserContacts id={caregiver.id} name={name} />
      {isEditing && <EditCaregiver of={caregiver} onClose={() => setEditing(false)} />}
      {isAssigning && (
        <AssignDialog
          title={t('admin.caregiver.assignTo', { name })}
          caregiverId={caregiver.id}
          onClose={() => setAssigning(false)}
        />
      )}
    </Page>
  );
}

function People({ of: caregiver }: { readonly of: Shown }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [leaving, setLeaving] = useState<AssignedPatient | null>(null);
  const { id } = caregiver;
  const answer = usePage('/api/caregivers/{id}/patients', { path: { id }, query: { page, limit: 20 } });
  return (
    <>
      <Listing
        of={answer}
        onPage={setPage}
        label={t('admin.caregiver.looksAfter')}
        columns={[
          {
            label: t('common.name'),
            cell: ({ id, name }) => (
              <TextLink to="/people/$id" params={{ id }} fw={600}>
                {name}
              </TextLink>
            ),
          },
          { label: t('admin.caregiver.relationship'), cell: ({ relationship }) => relationship ?? '–' },
          { label: t('admin.caregiver.lastActive'), cell: ({ lastActive }) => <Ago at={lastActive} /> },
          { label: t('admin.caregiver.devices'), cell: ({ devices }) => devices },
          { label: t('admin.caregiver.falls'), cell: ({ recentFalls }) => recentFalls },
        ]}
        actions={(person) => (
          <Button variant="default" size="sm" onClick={() => setLeaving(person)}>
            {t('admin.caregiver.takeAway')}
          </Button>
        )}
        empty={<Empty title={t('admin.caregiver.none')}>{t('admin.caregiver.noneExplain')}</Empty>}
      />
      {leaving && (
        <Confirm
          title={t('admin.caregiver.takeAwayTitle', { name: leaving.name })}
          explain={t('admin.caregiver.takeAwayExplain', { name: leaving.name, caregiver: fullName(caregiver) })}
          submit={t('admin.caregiver.takeAway')}
          isDangerous
          act={() => api.delete('/api/caregivers/{id}/patients/{patientId}', { path: { id, patientId: leaving.id } })}
          changed={assignmentPaths}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}
