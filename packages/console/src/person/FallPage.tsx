import type { FallDetail } from '@fallwatch/client';
import { List, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { explanationWords, qualityWords } from '../parts/explanation.js';
import { ButtonLink, TextLink } from '../parts/links.js';
import { Page } from '../parts/Page.js';
import { Ago, momentWords } from '../parts/times.js';
import { useSignedIn } from '../session.js';
import { Evidence } from './Evidence.js';
import { Investigation } from './Investigation.js';
import { Standing } from './Standing.js';
import { Timeline, TimelineForResponders } from './Timeline.js';

export function FallPage() {
  const { id } = useParams({ from: '/falls/$id' });
  const fall = useGet('/api/falls/{id}', { path: { id } });
  return <Answered of={fall}>{(data) => <FallDetails fall={data} />}</Answered>;
}

function FallDetails({ fall }: { readonly fall: FallDetail }) {
  const { t } = useTranslation();
  const { role } = useSignedIn();
  const { data: patient } = useGet('/api/patients/{id}', { path: { id: fall.userId } });
  const level = isCall(fall) ? t('person.fall.call') : t(`common.fallLevel.${fall.status}`);
  const title = patient ? t('person.fall.title', { name: `${patient.firstName} ${patient.lastName}`, level }) : level;
  return (
    <Page
      title={title}
      aside={
        role !== 'PATIENT' && (
          <ButtonLink to="/falls/$id/report" params={{ id: fall.id }} variant="default">
            {t('papers.report.open')}
          </ButtonLink>
        )
      }
    >
      <Stack gap="xl" maw={820}>
        <Stack gap="xs">
          <Text className="numbers">
            {momentWords(fall.timeline.impactAt ?? fall.createdAt)} ·{' '}
            <Ago at={fall.timeline.impactAt ?? fall.createdAt} />
          </Text>
          <What fall={fall} />
          {patient && role !== 'PATIENT' && (
            <Text>
              <TextLink to="/people/$id" params={{ id: patient.id }}>
                {t('person.fall.person', { name: `${patient.firstName} ${patient.lastName}` })}
              </TextLink>
            </Text>
          )}
        </Stack>
        <Standing fall={fall} caregivers={patient?.caregivers ?? []} />
        {role === 'ADMIN' && <Investigation of={fall.investigation} />}
        <Evidence fall={fall} />
        {role === 'PATIENT' ? <Timeline timeline={fall.timeline} /> : <TimelineForResponders fall={fall} />}
      </Stack>
    </Page>
  );
}

/** The wearer pressed the red button without a detected fall: the service records it with full certainty. */
const isCall = ({ explanation, deviceId, confidence }: FallDetail): boolean =>
  explanation === null && deviceId === null && confidence === 1;

/** What was detected or reported, and what could not be seen. */
function What({ fall }: { readonly fall: FallDetail }) {
  const { t } = useTranslation();
  const { explanation, location, witnessed, injuries } = fall;
  const notes = explanation ? qualityWords(t, explanation) : [];
  return (
    <>
      <Text fz="lg" fw={600}>
        {explanation ? explanationWords(t, explanation) : t(`person.fall.${isCall(fall) ? 'pressed' : 'reported'}`)}
      </Text>
      {location && <Text>{t('person.fall.where', { place: location })}</Text>}
      {witnessed !== null && <Text>{witnessed ? t('person.fall.witnessed') : t('person.fall.notWitnessed')}</Text>}
      {injuries && <Text>{t('person.fall.injuries', { injuries })}</Text>}
      {notes.length > 0 && (
        <List size="sm">
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
    </>
  );
}
