import type { Patient } from '@fallwatch/client';
import { Group, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Call } from '../parts/Call.js';
import { Section } from '../parts/Section.js';

/** Whom to call about this person, and who looks after them. */
export function Contacts({ patient }: { readonly patient: Patient }) {
  const { t } = useTranslation();
  const { phone, emergencyContact, caregivers } = patient;
  const name = `${patient.firstName} ${patient.lastName}`;
  const byName = [...caregivers].sort((one, other) => one.name.localeCompare(other.name));
  return (
    <Section title={t('person.contacts.title')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Contact who={t('person.contacts.emergency')} phone={emergencyContact} />
        <Contact who={name} phone={phone} />
        {byName.map((caregiver) => (
          <Contact
            key={caregiver.id}
            who={caregiver.name}
            as={caregiver.relationship ?? t('common.role.CAREGIVER')}
            phone={caregiver.phone}
          />
        ))}
      </SimpleGrid>
      {caregivers.length === 0 && <Text>{t('person.contacts.nobody')}</Text>}
    </Section>
  );
}

interface ContactProps {
  readonly who: string;
  readonly as?: string;
  readonly phone: string | null;
}

function Contact({ who, as, phone }: ContactProps) {
  const { t } = useTranslation();
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text fw={600}>{who}</Text>
        {as && (
          <Text size="sm" c="dimmed">
            {as}
          </Text>
        )}
      </div>
      {phone ? <Call phone={phone} name={who} /> : <Text c="dimmed">{t('person.contacts.noNumber')}</Text>}
    </Group>
  );
}
