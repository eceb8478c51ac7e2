import type { Alert } from '@fallwatch/client';
import { Anchor, Box, Button, Alert as Note, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { explanationWords } from '../parts/explanation.js';
import { clockWords, Elapsed } from '../parts/times.js';
import { useSignedIn } from '../session.js';
import { alertLooks } from './alertLooks.js';
import { happenedAt, isWaiting } from './alertRules.js';
import { declinedWords, whatWords } from './alertWords.js';
import { Notified } from './Notified.js';
import { leaveStage } from './stageState.js';

export function AlertFacts({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const { patientName, location, emergencyContact, explanation, fallId } = alert;
  const declined = declinedWords(t, alert);
  return (
    <Stack gap="sm">
      <Head alert={alert} />
      <WearerNote alert={alert} />
      {declined && (
        <Text fz="lg" fw={600} role="status">
          {declined}
        </Text>
      )}
      {location !== null && <Text fz="lg">{t('board.stage.where', { place: location })}</Text>}
      {explanation !== null && <Text>{explanationWords(t, explanation)}</Text>}
      {emergencyContact !== null && (
        <Button component="a" href={`tel:${emergencyContact.replace(/[^+\d]/g, '')}`} variant="outline" size="lg">
          {t('board.stage.call', { number: emergencyContact })}
        </Button>
      )}
      <div>
        {fallId !== null && (
          <Anchor component={Link} to={`/falls/${fallId}`} onClick={() => leaveStage(alert)} mr="lg">
            {t('board.stage.details')}
          </Anchor>
        )}
        <Anchor component={Link} to={`/people/${alert.patientId}`} onClick={() => leaveStage(alert)}>
          {t('board.stage.person', { name: patientName })}
        </Anchor>
      </div>
      {fallId !== null && <Notified fallId={fallId} />}
    </Stack>
  );
}

function Head({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const { id } = useSignedIn();
  const at = happenedAt(alert);
  const look = !isWaiting(alert) ? 'taken' : alert.reminder ? 'reminder' : 'waiting';
  return (
    <Box {...alertLooks[look]} p="md" style={{ borderRadius: 8 }}>
      <Title order={2} id="alert-who" fz={36} lh={1.15} tabIndex={-1} style={{ outline: 'none' }}>
        {alert.patientName}
      </Title>
      <Text fz={24} lh={1.3} fw={600}>
        {whatWords(t, alert, id)}
      </Text>
      <Text fz={28} fw={700}>
        <Elapsed since={at} />{' '}
        <Text span fz="md" fw={400} className="numbers">
          {t('board.stage.since')} {clockWords(at)}
        </Text>
      </Text>
    </Box>
  );
}

/** What the wearer has pressed since the fall: the person on the way must know. */
function WearerNote({ alert: { wearerResponse, patientName: name, state } }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  if (wearerResponse === null || state === 'CLOSED') return null;
  const { answer, at } = wearerResponse;
  return (
    <Note color={answer === 'OK' ? 'green' : 'red'} role="status">
      <Text fz="lg" fw={600}>
        {t(`board.wearer.${answer}`, { name, time: clockWords(at) })}
      </Text>
      {answer === 'OK' && <Text>{t('board.wearer.okExplain')}</Text>}
    </Note>
  );
}
