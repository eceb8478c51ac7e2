import type { CheckIn as Answer, Patient } from '@fallwatch/client';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Section } from '../parts/Section.js';
import { ErrorNote } from '../parts/states.js';
import { dateWords, timeWords } from '../parts/times.js';
import { useAction } from '../parts/useAction.js';
import { CheckInEditor } from './CheckInEditor.js';

type Wearer = Pick<Patient, 'id' | 'firstName' | 'lastName'>;

/** The daily check-in: today's state, the setting, and the editor. Also for wearers about themselves. */
export function CheckIn({ patient }: { readonly patient: Wearer }) {
  const { t } = useTranslation();
  const answer = useGet('/api/patients/{id}/check-in', { path: { id: patient.id } });
  return (
    <Section title={t('checkIn.title')}>
      <Answered of={answer}>{(checkIn) => <ShownCheckIn checkIn={checkIn} patient={patient} />}</Answered>
    </Section>
  );
}

function ShownCheckIn({ checkIn, patient }: { readonly checkIn: Answer; readonly patient: Wearer }) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const off = useAction(
    () => api.delete('/api/patients/{id}/check-in', { path: { id: patient.id } }),
    '/api/patients/{id}/check-in',
    '/api/patients/me/check-in',
  );
  const { by, zone, movementCounts, current } = checkIn;
  return (
    <>
      {current === null ? (
        <Text>{t('checkIn.off')}</Text>
      ) : (
        <>
          <Text fw={600}>{stateWords(checkIn)}</Text>
          <Text>
            {t('checkIn.every', { by, zone })} {movementCounts && t('checkIn.orMoves')}
          </Text>
        </>
      )}
      <Group gap="sm">
        <Button variant="default" size="md" onClick={() => setEditing(true)}>
          {current === null ? t('checkIn.start') : t('checkIn.change')}
        </Button>
        {current !== null && (
          <Button variant="default" size="md" loading={off.isPending} onClick={() => off.mutate()}>
            {t('checkIn.stop')}
          </Button>
        )}
      </Group>
      {off.error && <ErrorNote error={off.error} />}
      {isEditing && <CheckInEditor checkIn={checkIn} patient={patient} onClose={() => setEditing(false)} />}
    </>
  );

  function stateWords({ current: day, resumesOn }: Answer): string {
    if (day === null) return '';
    const times = {
      opens: timeWords(day.opensAt),
      due: timeWords(day.dueAt),
      sign: timeWords(day.signAt ?? day.dueAt),
    };
    // A date without a time is that date everywhere.
    const date = resumesOn === null ? '' : dateWords(`${resumesOn}T12:00`);
    return t(`checkIn.state.${day.state}`, { ...times, date });
  }
}
