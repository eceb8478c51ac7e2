import type { Patient } from '@fallwatch/client';
import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Face } from '../parts/Face.js';
import { TextLink } from '../parts/links.js';
import { dateWords } from '../parts/times.js';

/** What somebody who goes there needs, in the order in which they need it: which door, how to get in, what to do. */
export function Facts({ of: patient }: { readonly of: Patient }) {
  const { t } = useTranslation();
  const { id, room, ward, address, keySafe, instructions, medicalNotes, dateOfBirth } = patient;
  const hasFacts = [room, ward, address, keySafe, instructions, medicalNotes].some((fact) => fact !== null);
  return (
    <Paper component="section" withBorder p="md">
      <Stack gap="md">
        <Title order={2} size="h4">
          {t('people.facts')}
        </Title>
        <Group wrap="nowrap" align="center">
          <Face name={`${patient.firstName} ${patient.lastName}`} photoUrl={patient.photoUrl} size={96} />
          <Stack gap={0}>
            {room !== null && (
              <Text fz={28} fw={700} lh={1.2}>
                {t('people.room')} {room}
              </Text>
            )}
            {ward !== null && <Text fz="lg">{ward}</Text>}
            {dateOfBirth && (
              <Text size="sm">
                {t('person.age', { count: yearsSince(dateOfBirth) })} · {dateWords(dateOfBirth)}
              </Text>
            )}
          </Stack>
        </Group>
        {hasFacts ? (
          <dl className="responder-facts">
            <Fact name={t('people.address')} value={address} />
            <Fact name={t('people.getIn')} value={keySafe} />
            <Fact name={t('people.instructions')} value={instructions} />
            <Fact name={t('people.medicalNotes')} value={medicalNotes} />
          </dl>
        ) : (
          <Text>
            {t('people.factsNone')}{' '}
            <TextLink to="/people/$id/edit" params={{ id }}>
              {t('people.factsAdd')}
            </TextLink>
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string | null }) {
  return (
    value !== null && (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    )
  );
}

function yearsSince(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const now = new Date();
  const hasHadBirthday = now.getMonth() + 1 > month || (now.getMonth() + 1 === month && now.getDate() >= day);
  return now.getFullYear() - year - (hasHadBirthday ? 0 : 1);
}
