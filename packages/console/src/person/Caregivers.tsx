import type { Patient } from '@fallwatch/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InviteCaregiver } from '../admin/caregivers/InviteCaregiver.js';
import { AssignDialog } from '../admin/parts/AssignDialog.js';
import { assignmentPaths } from '../admin/parts/assignmentPaths.js';
import { api } from '../api.js';
import { Confirm } from '../parts/Confirm.js';
import { Section } from '../parts/Section.js';
import { useSignedIn } from '../session.js';
import { Contact } from './Contacts.js';

type Caregiver = Patient['caregivers'][number];

/** Who looks after this person. Admins change it here. */
export function Caregivers({ patient }: { readonly patient: Patient }) {
  const { t } = useTranslation();
  const isAdmin = useSignedIn().role === 'ADMIN';
  const [leaving, setLeaving] = useState<Caregiver | null>(null);
  const byName = patient.caregivers.toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <Section title={t('people.caregivers')} id="caregiver">
      {byName.length === 0 && <Text>{t('person.contacts.nobody')}</Text>}
      {byName.map((caregiver) => (
        <Stack key={caregiver.id} gap={4}>
          <Contact
            who={caregiver.name}
            as={caregiver.relationship ?? t('common.role.CAREGIVER')}
            phone={caregiver.phone}
          />
          {isAdmin && (
            <Button
              variant="subtle"
              size="compact-sm"
              w="fit-content"
              aria-label={t('people.unassign', { name: caregiver.name })}
              onClick={() => setLeaving(caregiver)}
            >
              {t('admin.caregiver.takeAway')}
            </Button>
          )}
        </Stack>
      ))}
      {isAdmin && <Assigning patient={patient} />}
      {leaving && <Leaving patient={patient} caregiver={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  );
}

function Assigning({ patient: { id, firstName, lastName } }: { readonly patient: Patient }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'assign' | 'invite'>();
  const close = (): void => setOpen(undefined);
  return (
    <Group gap="sm">
      <Button variant="default" size="md" onClick={() => setOpen('assign')}>
        {t('people.assign')}
      </Button>
      <Button variant="default" size="md" onClick={() => setOpen('invite')}>
        {t('people.invite')}
      </Button>
      {open === 'assign' && (
        <AssignDialog
          title={t('admin.people.assignTo', { name: `${firstName} ${lastName}` })}
          patientId={id}
          onClose={close}
        />
      )}
      {open === 'invite' && <InviteCaregiver patientId={id} onClose={close} />}
    </Group>
  );
}

interface LeavingProps {
  readonly patient: Patient;
  readonly caregiver: Caregiver;
  readonly onClose: () => void;
}

function Leaving({ patient, caregiver, onClose }: LeavingProps) {
  const { t } = useTranslation();
  const name = `${patient.firstName} ${patient.lastName}`;
  return (
    <Confirm
      title={t('admin.caregiver.takeAwayTitle', { name: caregiver.name })}
      explain={t('admin.caregiver.takeAwayExplain', { name, caregiver: caregiver.name })}
      submit={t('admin.caregiver.takeAway')}
      isDangerous
      act={() =>
        api.delete('/api/caregivers/{id}/patients/{patientId}', {
          path: { id: caregiver.id, patientId: patient.id },
        })
      }
      changed={assignmentPaths}
      onClose={onClose}
    />
  );
}
