import type { Alert } from '@fallwatch/client';
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNote, Loading } from '../parts/states.js';
import { Ago } from '../parts/times.js';
import { useSignedIn } from '../session.js';
import { happenedAt, isWaiting } from './alertRules.js';
import { useOpenAlerts } from './alerts.js';
import { alertWords, declinedWords, holderWords, wearerWords } from './alertWords.js';
import { NotSentWords } from './NotSent.js';
import { openStage } from './stageState.js';

/** All open alerts, one line each. Filters do not apply to it. */
export function AlertRows() {
  const { t } = useTranslation();
  const { alerts, data, error, refetch } = useOpenAlerts();
  if (data === undefined) return error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <Loading />;
  return (
    <Stack gap="xs" component="section" aria-label={t('board.alerts.title')}>
      <Title order={2} size="h4">
        {t('board.alerts.title')}
      </Title>
      {alerts.length === 0 && <Text c="dimmed">{t('board.alerts.none')}</Text>}
      {alerts.map((alert) => (
        <AlertRow key={alert.id} alert={alert} />
      ))}
    </Stack>
  );
}

/** Memo: in a long list only the alert that changed is rendered again. */
export const AlertRow = memo(function AlertRow({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const { id, patientName, severity } = alert;
  const me = useSignedIn();
  const isOpen = isWaiting(alert);
  const states = [holderWords(t, alert, me.id), wearerWords(t, alert), declinedWords(t, alert)];
  return (
    <Card withBorder padding="sm" style={isOpen ? { borderInlineStart: '6px solid #b42020' } : undefined}>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={isOpen ? 700 : 400}>{alertWords(t, alert, me.id)}</Text>
          <Text size="sm" c="dimmed">
            {t(`common.severity.${severity}`)} · <Ago at={happenedAt(alert)} />
            {states.map((words) => words && ` · ${words}`)}
            <NotSentWords alertId={id} />
          </Text>
        </div>
        <Button variant={isOpen ? 'filled' : 'default'} onClick={() => openStage(alert)} miw="fit-content">
          {t('board.alerts.open')}
          <span className="visually-hidden"> {patientName}</span>
        </Button>
      </Group>
    </Card>
  );
});
