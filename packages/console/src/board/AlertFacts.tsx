import { Anchor, Box, Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { explanationWords } from '../parts/explanation.js';
import { clockWords, Elapsed } from '../parts/times.js';
import { type Alert, isWaiting, whatWords } from './alerts.js';
import { leaveStage } from './stageState.js';

export function AlertFacts({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const { patientName, timestamp, location, emergencyContact, explanation, fallId } = alert;
  return (
    <Stack gap="sm">
      <Box bg={isWaiting(alert) ? '#b42020' : 'petrol.9'} c="white" p="md" style={{ borderRadius: 8 }}>
        <Title order={2} id="alert-who" fz={36} lh={1.15} tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
          {patientName}
        </Title>
        <Text fz={24} fw={600}>
          {whatWords(t, alert)}
        </Text>
        <Text fz={28} fw={700}>
          <Elapsed since={timestamp} />{' '}
          <Text span fz="md" fw={400} className="numbers">
            {t('board.stage.since')} {clockWords(timestamp)}
          </Text>
        </Text>
      </Box>
      {location !== null && <Text fz="lg">{t('board.stage.where', { place: location })}</Text>}
      {explanation !== null && <Text>{explanationWords(t, explanation)}</Text>}
      {emergencyContact !== null && (
        <Button component="a" href={`tel:${emergencyContact.replace(/[^+\d]/g, '')}`} variant="outline" size="lg">
          {t('board.stage.call', { number: emergencyContact })}
        </Button>
      )}
      <div>
        {fallId !== null && (
          <Anchor component={Link} to={`/falls/${fallId}`} onClick={() => leaveStage([alert.id])} mr="lg">
            {t('board.stage.details')}
          </Anchor>
        )}
        <Anchor component={Link} to={`/people/${alert.patientId}`} onClick={() => leaveStage([alert.id])}>
          {t('board.stage.person', { name: patientName })}
        </Anchor>
      </div>
    </Stack>
  );
}
