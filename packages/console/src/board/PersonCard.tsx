import type { PatientRow } from '@fallwatch/client';
import { Anchor, Card, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../parts/times.js';
import { isWaiting } from './alertRules.js';
import type { Cared } from './people.js';

/** Memo: of many cards, only those whose person has changed are rendered again. */
export const PersonCard = memo(
  function PersonCard({ cared: { patient, alerts, name } }: { readonly cared: Cared }) {
    const { t } = useTranslation();
    const isUrgent = alerts.some(isWaiting);
    return (
      <Card
        h="100%"
        withBorder
        padding="md"
        style={isUrgent ? { borderColor: 'var(--mantine-color-error)', borderWidth: 3 } : undefined}
      >
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Anchor component={Link} to={`/people/${patient.id}`} fw={650} fz="lg" underline="hover">
            {name}
          </Anchor>
          {patient.isHighRisk && (
            <Text fw={700} c="var(--mantine-color-error)" size="sm" miw="fit-content">
              {t('board.people.highRisk')}
            </Text>
          )}
        </Group>
        {alerts.length > 0 && (
          <Text fw={700} c={isUrgent ? 'var(--mantine-color-error)' : undefined}>
            {t('board.people.openAlerts', { count: alerts.length })}
          </Text>
        )}
        <Text size="sm">{t('board.people.score', { score: patient.healthScore })}</Text>
        <DeviceLine patient={patient} />
      </Card>
    );
  },
  (one, other) =>
    one.cared.patient === other.cared.patient &&
    one.cared.alerts.length === other.cared.alerts.length &&
    one.cared.alerts.every((alert, index) => alert === other.cared.alerts[index]),
);

function DeviceLine({ patient: { device, invitationPending } }: { readonly patient: PatientRow }) {
  const { t } = useTranslation();
  if (device === null)
    return (
      <Text size="sm" c="dimmed">
        {t(invitationPending ? 'board.people.invited' : 'board.people.noDevice')}
      </Text>
    );
  const battery =
    device.batteryLevel === null
      ? t('common.batteryUnknown')
      : t('common.battery', { percent: Math.round(device.batteryLevel) });
  return (
    <Text size="sm" c={device.status === 'ACTIVE' ? 'dimmed' : 'var(--mantine-color-error)'}>
      {t(`common.deviceStatus.${device.status}`)} · {battery}
      {device.status !== 'ACTIVE' && (
        <>
          {' · '}
          {t('board.people.lastSeen')} <Ago at={device.lastSeen} />
        </>
      )}
    </Text>
  );
}
