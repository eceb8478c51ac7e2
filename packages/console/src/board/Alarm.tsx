import type { Alert } from '@fallwatch/client';
import { Box, Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showWaiting } from '../frame/attention.js';
import { useNow } from '../parts/now.js';
import { useSignedIn } from '../session.js';
import { AlertStage } from './AlertStage.js';
import { asksMe, isWaiting, ringsNow } from './alertRules.js';
import { useOpenAlerts } from './alerts.js';
import { alertWords } from './alertWords.js';
import { isUnsent } from './NotSent.js';
import { useAlarmSound } from './sound.js';
import { chooseSubject, subjectKey } from './stageRules.js';
import { openStage, useStage } from './stageState.js';
import { startTaking, useTakings } from './taking.js';

/** On every page of caregivers and admins: open alerts are always visible, and a new fall fills the screen. */
export function Alarm() {
  const { t } = useTranslation();
  const { id, role } = useSignedIn();
  const { alerts, failureCount } = useOpenAlerts();
  const rings = (alert: Alert): boolean => ringsNow(alert) || asksMe(alert, id);
  const subject = useSubject(alerts, rings);
  const waiting = alerts.filter((alert) => isWaiting(alert) || asksMe(alert, id));
  const [first] = waiting;
  useEffect(() => startTaking({ id, role }), [id, role]);
  useEffect(() => showWaiting(waiting.length), [waiting.length]);
  useAlarmSound(waiting.some(rings));
  return (
    <>
      <Box role="region" aria-label={t('board.alarm.label')} aria-live="assertive">
        {failureCount > 0 && <YellowBar>{t('board.alarm.stale')}</YellowBar>}
        <Unsent alerts={alerts} />
        {first && (
          <Group bg="var(--danger-fill)" c="var(--danger-on)" px="md" py={6} justify="space-between" wrap="nowrap">
            <div>
              <Text fw={700}>{t('board.alarm.waiting', { count: waiting.length })}</Text>
              <Text size="sm">{alertWords(t, first, id)}</Text>
            </div>
            <Button variant="white" color="dark" onClick={() => openStage(first)} miw="fit-content">
              {t('board.alarm.show')}
            </Button>
          </Group>
        )}
      </Box>
      {subject !== undefined && <AlertStage key={subject} subject={subject} />}
    </>
  );
}

/** The alert that fills the screen, chosen again whenever the list changes and every second. */
function useSubject(alerts: readonly Alert[], rings: (alert: Alert) => boolean): string | undefined {
  const state = useStage();
  // Subscribes to the common clock for a render each second. Date.now() is read directly: that clock is up to 1 s old.
  useNow();
  const subject = chooseSubject(alerts, state, Date.now(), rings);
  useEffect(() => {
    const alert = alerts.find((each) => subjectKey(each) === subject);
    if (alert && subject !== state.opened) openStage(alert);
  }, [alerts, subject, state.opened]);
  return subject;
}

/** A user who pressed «I'm on it» and left the alert must see that it was not sent. */
function Unsent({ alerts }: { readonly alerts: readonly Alert[] }) {
  const { t } = useTranslation();
  const takings = useTakings();
  const now = useNow();
  return alerts
    .filter(({ id }) => isUnsent(takings.get(id), now))
    .map(({ id, patientName: name }) => <YellowBar key={id}>{t('board.notSent.bar', { name })}</YellowBar>);
}

function YellowBar({ children }: { readonly children: string }) {
  return (
    <Text bg="var(--device-fill)" c="var(--device-on)" px="md" py={6} fw={600}>
      {children}
    </Text>
  );
}
