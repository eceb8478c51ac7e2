import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorNote, Loading } from '../parts/states.js';
import { Ago } from '../parts/times.js';
import { useSignedIn } from '../session.js';
import { type Alert, isWaiting, useOpenAlerts, whatWords } from './alerts.js';
import { openStage } from './stageState.js';

/** Everything open, one line each. No filter reaches it. */
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

export function AlertRow({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const { id, patientName, severity, timestamp, handledBy } = alert;
  const me = useSignedIn();
  const isOpen = isWaiting(alert);
  const holder = handledBy && (handledBy.id === me.id ? t('board.alerts.mine') : handledBy.name);
  return (
    <Card withBorder padding="sm" style={isOpen ? { borderInlineStart: '6px solid #b42020' } : undefined}>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={isOpen ? 700 : 400}>
            {patientName} {whatWords(t, alert)}
          </Text>
          <Text size="sm" c="dimmed">
            {t(`common.severity.${severity}`)} · <Ago at={timestamp} />
            {holder && ` · ${holder}`}
          </Text>
        </div>
        <Button variant={isOpen ? 'filled' : 'default'} onClick={() => openStage(id)} miw="fit-content">
          {t('board.alerts.open')}
          <span className="visually-hidden"> {patientName}</span>
        </Button>
      </Group>
    </Card>
  );
}
