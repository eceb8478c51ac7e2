import type { Patient } from '@fallwatch/client';
import { Group, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Face } from '../parts/Face.js';
import { ButtonLink } from '../parts/links.js';
import { dateWords } from '../parts/times.js';
import { type Fact, Facts, Paper, PaperPart, PaperTitle, Typed } from './Paper.js';
import { PlanSteps } from './PlanSteps.js';

/** One page for the folder in the room: what somebody who comes to help needs to know. */
export function PersonSheet() {
  const { id } = useParams({ from: '/people/$id/sheet' });
  const patient = useGet('/api/patients/{id}', { path: { id } });
  return <Answered of={patient}>{(data) => <Sheet patient={data} />}</Answered>;
}

function Sheet({ patient }: { readonly patient: Patient }) {
  const { t } = useTranslation();
  const { id, firstName, lastName } = patient;
  const name = `${firstName} ${lastName}`;
  return (
    <Paper
      title={`${name}: ${t('papers.sheet.open')}`}
      footer={t('papers.sheet.confidential')}
      actions={
        <ButtonLink to="/people/$id" params={{ id }} variant="default">
          {t('papers.sheet.back', { name })}
        </ButtonLink>
      }
    >
      <Who patient={patient} name={name} />
      <div className="paper-grid">
        <Notes title={t('papers.sheet.instructions')} of={patient.instructions} />
        <Notes title={t('papers.sheet.medical')} of={patient.medicalNotes} />
        <Numbers patient={patient} />
        <PaperPart title={t('papers.sheet.plan')}>
          <PlanSteps patient={patient} />
        </PaperPart>
        <PaperPart title={t('papers.sheet.devices')}>
          <Text>{patient.devices.map((device) => device.name).join(', ') || t('papers.sheet.noDevice')}</Text>
        </PaperPart>
      </div>
    </Paper>
  );
}

/** The key safe is left out: who reads the sheet is inside already, and the code must not be found there. */
function Who({ patient, name }: { readonly patient: Patient; readonly name: string }) {
  const { t } = useTranslation();
  const { photoUrl, dateOfBirth, room, ward, address } = patient;
  const place = [room && t('papers.sheet.room', { room }), ward].filter(Boolean).join(' · ');
  return (
    <Group gap="lg" wrap="nowrap" align="center">
      <Face name={name} photoUrl={photoUrl} size={112} />
      <div>
        <Text size="sm">{t('papers.sheet.title')}</Text>
        <PaperTitle>{name}</PaperTitle>
        {place && (
          <Text fz="lg" fw={700}>
            {place}
          </Text>
        )}
        {dateOfBirth && <Text>{t('papers.sheet.born', { date: dateWords(`${dateOfBirth}T12:00`) })}</Text>}
        {address && <Text>{address}</Text>}
      </div>
    </Group>
  );
}

function Notes({ title, of: text }: { readonly title: string; readonly of: string | null }) {
  const { t } = useTranslation();
  return (
    <PaperPart title={title} isWide>
      {text ? (
        <Text component="div">
          <Typed>{text}</Typed>
        </Text>
      ) : (
        <Text c="dimmed">{t('papers.sheet.empty')}</Text>
      )}
    </PaperPart>
  );
}

/** In the order in which to call. */
function Numbers({ patient }: { readonly patient: Patient }) {
  const { t } = useTranslation();
  const { phoneNumbers, emergencyContact, phone, caregivers } = patient;
  const facts: Fact[] = [
    [t('papers.sheet.services'), '112'],
    ...phoneNumbers.map(
      ({ name, relationship, phone }): Fact => [relationship ? `${name} (${relationship})` : name, phone],
    ),
    [t('papers.sheet.emergency'), emergencyContact],
    ...caregivers.map(({ name, phone }): Fact => [name, phone]),
    [t('papers.sheet.own'), phone],
  ];
  return (
    <PaperPart title={t('papers.sheet.call')}>
      <Facts of={facts} />
    </PaperPart>
  );
}
