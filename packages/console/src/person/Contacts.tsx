import type { Patient } from '@fallwatch/client';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Call } from '../parts/Call.js';
import { Section } from '../parts/Section.js';

/** Whom to call about this person: their own number first, then as recorded. Numbers say whose they are. */
export function Contacts({ patient }: { readonly patient: Patient }) {
  const { t } = useTranslation();
  const { phone, emergencyContact, phoneNumbers } = patient;
  const name = `${patient.firstName} ${patient.lastName}`;
  return (
    <Section title={t('people.numbers')}>
      <Stack gap="sm">
        <Contact who={name} phone={phone} />
        {phoneNumbers.map((number) => (
          <Contact
            key={`${number.name} ${number.phone}`}
            who={number.name}
            as={number.relationship}
            phone={number.phone}
          />
        ))}
        {emergencyContact !== null && <Contact who={t('person.contacts.emergency')} phone={emergencyContact} />}
      </Stack>
    </Section>
  );
}

interface ContactProps {
  readonly who: string;
  readonly as?: string | null;
  readonly phone: string | null;
}

export function Contact({ who, as, phone }: ContactProps) {
  const { t } = useTranslation();
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <div>
        <Text fw={600}>{who}</Text>
        {as && (
          <Text size="sm" c="dimmed">
            {as}
          </Text>
        )}
      </div>
      {phone ? <Call phone={phone} name={who} flex="none" /> : <Text c="dimmed">{t('person.contacts.noNumber')}</Text>}
    </Group>
  );
}
