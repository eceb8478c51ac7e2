import type { Alert } from '@fallwatch/client';
import { Alert as Note, Stack, Text } from '@mantine/core';
import { IconActivity, IconInfoCircle, IconMapPin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { plainWords } from '../parts/explanation.js';
import { TextLink } from '../parts/links.js';
import { placeWords } from '../parts/place.js';
import { clockWords } from '../parts/times.js';
import { Aftermath } from './Aftermath.js';
import { isAboutResponder } from './alertRules.js';
import { declinedWords } from './alertWords.js';
import { Fact } from './Fact.js';
import { Notified } from './Notified.js';
import { NumbersToCall } from './NumbersToCall.js';
import { leaveStage } from './stageState.js';

/** Where, what to do there, what was measured, whom to call. Figures are one tap away, on the page of the fall. */
export function AlertFacts({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const { patientName, patientId, patient, explanation, fallId, wearerResponse } = alert;
  const declined = declinedWords(t, alert);
  const isCall = wearerResponse?.answer === 'NEEDS_HELP';
  const leave = (): void => leaveStage(alert);
  return (
    <Stack gap="sm">
      <WearerNote alert={alert} />
      {declined && (
        <Text fz="lg" fw={600} role="status">
          {declined}
        </Text>
      )}
      <Where alert={alert} />
      {(patient?.instructions || patient?.medicalNotes) && (
        <Fact icon={IconInfoCircle} title={patient.instructions ?? t('board.stage.medical')}>
          {patient.medicalNotes}
        </Fact>
      )}
      {fallId !== null && (
        <Fact
          icon={IconActivity}
          title={explanation ? plainWords(t, explanation) : t(`person.fall.${isCall ? 'pressed' : 'reported'}`)}
        >
          <Text fz="lg" fw={600} className="empty-hidden" role="status">
            <Aftermath alert={alert} />
          </Text>
          <TextLink to="/falls/$id" params={{ id: fallId }} onClick={leave}>
            {t('board.stage.details')}
          </TextLink>
        </Fact>
      )}
      <NumbersToCall alert={alert} />
      <Text>
        <TextLink
          to={isAboutResponder(alert) ? '/admin/users/$id' : '/people/$id'}
          params={{ id: patientId }}
          onClick={leave}
        >
          {t('board.stage.person', { name: patientName })}
        </TextLink>
      </Text>
      {fallId !== null && <Notified fallId={fallId} />}
    </Stack>
  );
}

function Where({ alert: { patient, location, isDrill } }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const place = patient && placeWords(t, patient);
  const keySafe = patient?.keySafe && t('board.stage.keySafe', { keySafe: patient.keySafe });
  const more = [keySafe, patient?.address].filter(Boolean);
  if (!place && location === null && more.length === 0 && isDrill) return null;
  return (
    <Fact
      icon={IconMapPin}
      title={[place, location].filter(Boolean).join(' · ') || patient?.address || t('board.stage.notKnown')}
    >
      {more.filter((words) => words !== patient?.address || place || location).join(' · ') || undefined}
    </Fact>
  );
}

/** What the wearer has pressed since the fall: the person on the way must know. */
function WearerNote({ alert: { wearerResponse, patientName: name, state } }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  if (wearerResponse === null || state === 'CLOSED') return null;
  const { answer, at } = wearerResponse;
  return (
    <Note color={answer === 'OK' ? 'ok' : 'danger'} role="status">
      <Text fz="lg" fw={600}>
        {t(`board.wearer.${answer}`, { name, time: clockWords(at) })}
      </Text>
      {answer === 'OK' && <Text>{t('board.wearer.okExplain')}</Text>}
    </Note>
  );
}
