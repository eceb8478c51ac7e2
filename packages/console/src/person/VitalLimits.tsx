import type { VitalLimits as Limits, Patient } from '@fallwatch/client';
import { Button, List, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Section } from '../parts/Section.js';
import { limitNames } from './limitChoices.js';
import { limitWords } from './limitWords.js';
import { VitalLimitsEditor } from './VitalLimitsEditor.js';

/** Which heart rate and oxygen raise an alert; and the editor. */
export function VitalLimits({ patient }: { readonly patient: Patient }) {
  const { t } = useTranslation();
  const answer = useGet('/api/patients/{id}/vital-limits', { path: { id: patient.id } });
  return (
    <Section title={t('vitalLimits.title')}>
      <Answered of={answer}>{(limits) => <ShownLimits limits={limits} patient={patient} />}</Answered>
    </Section>
  );
}

function ShownLimits({ limits, patient }: { readonly limits: Limits; readonly patient: Patient }) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const set = limitNames.filter((name) => limits[name] !== null);
  return (
    <>
      {set.length === 0 ? (
        <Text>{t('vitalLimits.off')}</Text>
      ) : (
        <>
          <List>
            {set.map((name) => (
              <List.Item key={name}>
                {t(`vitalLimits.${name}`)} {limitWords(t, name, limits[name])}
              </List.Item>
            ))}
          </List>
          <Text>{t('vitalLimits.after', { count: limits.minutes })}</Text>
        </>
      )}
      <Text size="sm">{t('vitalLimits.notMedical')}</Text>
      <Button variant="default" size="md" w="fit-content" onClick={() => setEditing(true)}>
        {t('vitalLimits.change')}
      </Button>
      {isEditing && <VitalLimitsEditor limits={limits} patient={patient} onClose={() => setEditing(false)} />}
    </>
  );
}
