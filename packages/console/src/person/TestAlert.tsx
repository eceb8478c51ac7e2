import type { Patient } from '@fallwatch/client';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { Confirm } from '../parts/Confirm.js';
import { Section } from '../parts/Section.js';
import { clockWords } from '../parts/times.js';

/** Sends a test alert through the whole chain, so that a broken link is found before an emergency. */
export function TestAlert({ patient: { id, firstName, lastName } }: { readonly patient: Patient }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [sentAt, setSentAt] = useState<string>();
  const send = async (): Promise<void> => {
    setSentAt((await api.post('/api/patients/{id}/drills', { path: { id } })).startedAt);
  };
  return (
    <Section title={t('person.drill.title')} id="testAlert">
      <Text>{t('person.drill.explain')}</Text>
      <Group role="status">
        <Button variant="default" size="md" onClick={() => setOpen(true)}>
          {t('person.drill.send')}
        </Button>
        {sentAt && <Text fw={600}>{t('person.drill.sent', { time: clockWords(sentAt) })}</Text>}
      </Group>
      {isOpen && (
        <Confirm
          title={t('person.drill.send')}
          explain={t('person.drill.confirm', { name: `${firstName} ${lastName}` })}
          submit={t('person.drill.send')}
          act={send}
          changed={['/api/caregivers/alerts', '/api/admin/alerts']}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}
