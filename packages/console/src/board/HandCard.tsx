import type { Alert } from '@fallwatch/client';
import { Button, Group, Text } from '@mantine/core';
import { IconHourglass, IconUserCheck } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Pill } from '../parts/Pill.js';
import { placeWords } from '../parts/place.js';
import { Ago } from '../parts/times.js';
import { useSignedIn } from '../session.js';
import { happenedAt } from './alertRules.js';
import { alertWords, holderWords, wearerWords } from './alertWords.js';
import { openStage } from './stageState.js';

/** An alert that somebody has taken: who, where, and what the wearer says. */
export const HandCard = memo(function HandCard({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const me = useSignedIn();
  const place = alert.patient && placeWords(t, alert.patient);
  const words = [place, wearerWords(t, alert)].filter(Boolean);
  return (
    <article className="in-hand" aria-label={alert.patientName}>
      <Text fw={700}>{alertWords(t, alert, me.id)}</Text>
      <Text size="sm" c="dimmed">
        {words.map((each) => `${each} · `)}
        <Ago at={happenedAt(alert)} />
      </Text>
      <Group justify="space-between" gap="xs" mt={4}>
        {alert.isDrill ? (
          <Pill meaning="drill" icon={IconHourglass}>
            {t('board.status.drill')}
          </Pill>
        ) : (
          <Pill meaning="neutral" icon={IconUserCheck}>
            {holderWords(t, alert, me.id) ?? t('board.alerts.seen')}
          </Pill>
        )}
        <Button variant="default" size="xs" onClick={() => openStage(alert)}>
          {t('board.alerts.open')}
          <span className="visually-hidden"> {alert.patientName}</span>
        </Button>
      </Group>
    </article>
  );
});
