import type { Alert } from '@fallwatch/client';
import { Stack, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Elapsed } from '../parts/times.js';
import { useSignedIn } from '../session.js';
import { happenedAt, isWaiting } from './alertRules.js';
import { alertWords, holderWords } from './alertWords.js';
import { openStage } from './stageState.js';

const shownAtOnce = 3;

/** Links to the other alerts that concern the user: unanswered ones, and those the user has taken. */
export function OtherAlerts({ alerts }: { readonly alerts: readonly Alert[] }) {
  const { t } = useTranslation();
  const { id } = useSignedIn();
  const waiting = alerts.filter(isWaiting);
  const mine = alerts.filter(({ handledBy }) => handledBy?.id === id);
  if (waiting.length + mine.length === 0) return null;
  // The user's own come first: they are few, and this is the way back to interrupted work.
  const shown = [...mine, ...waiting].slice(0, Math.max(shownAtOnce, mine.length + 1));
  return (
    <Stack gap={6} component="section" aria-label={t('board.stage.othersLabel')}>
      <Text fw={700}>
        {waiting.length > 0 ? t('board.stage.others', { count: waiting.length }) : t('board.stage.othersMine')}
      </Text>
      {shown.map((alert) => (
        <OtherAlert key={alert.id} alert={alert} meId={id} />
      ))}
    </Stack>
  );
}

function OtherAlert({ alert, meId }: { readonly alert: Alert; readonly meId: string }) {
  const { t } = useTranslation();
  return (
    <UnstyledButton
      className="other-alert"
      data-waiting={isWaiting(alert) || undefined}
      onClick={() => openStage(alert)}
    >
      <Text fw={600}>{alertWords(t, alert, meId)}</Text>
      <Text size="sm">
        <Elapsed since={happenedAt(alert)} /> · {holderWords(t, alert, meId) ?? t('board.alerts.waiting')}
      </Text>
    </UnstyledButton>
  );
}
