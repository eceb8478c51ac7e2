import { Box, Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showWaiting } from '../frame/attention.js';
import { AlertStage } from './AlertStage.js';
import { isAboutFall, isWaiting, useOpenAlerts, whatWords } from './alerts.js';
import { useAlarmSound } from './sound.js';
import { openStage, useStage } from './stageState.js';

/** On every page: what waits is never out of sight, and a fall takes the screen. */
export function Alarm() {
  const { t } = useTranslation();
  const { alerts, failureCount } = useOpenAlerts();
  const { opened, aside } = useStage();
  const waiting = alerts.filter(isWaiting);
  const urgent = waiting.filter(isAboutFall);
  const first = waiting[0];
  // One that was opened stays until it is left: also when somebody else takes it meanwhile.
  const onStage = opened ?? urgent.find(({ id }) => !aside.has(id))?.id;
  useEffect(() => {
    if (onStage !== undefined && onStage !== opened) openStage(onStage);
  }, [onStage, opened]);
  useEffect(() => showWaiting(waiting.length), [waiting.length]);
  useAlarmSound(urgent.length > 0);
  return (
    <>
      <Box role="region" aria-label={t('board.alarm.label')} aria-live="assertive">
        {failureCount > 0 && (
          <Text bg="yellow.4" c="black" px="md" py={6} fw={600}>
            {t('board.alarm.stale')}
          </Text>
        )}
        {first && (
          <Group bg="#b42020" c="white" px="md" py={6} justify="space-between" wrap="nowrap">
            <div>
              <Text fw={700}>{t('board.alarm.waiting', { count: waiting.length })}</Text>
              <Text size="sm">
                {first.patientName} {whatWords(t, first)}
              </Text>
            </div>
            <Button variant="white" color="dark" onClick={() => openStage(first.id)} miw="fit-content">
              {t('board.alarm.show')}
            </Button>
          </Group>
        )}
      </Box>
      {onStage !== undefined && <AlertStage id={onStage} waiting={waiting} />}
    </>
  );
}
