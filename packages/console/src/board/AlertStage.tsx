import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlertFacts } from './AlertFacts.js';
import { AlertStep } from './AlertStep.js';
import { type Alert, useOpenAlerts } from './alerts.js';
import { leaveStage } from './stageState.js';

/**
 * One alert, on the whole screen: who, what, why, since when, where; take it, then say how it ended. It stays as it
 * was last seen when it leaves the list, until whoever looks at it goes.
 */
export function AlertStage({ id, waiting }: { readonly id: string; readonly waiting: readonly Alert[] }) {
  const { t } = useTranslation();
  const { alerts } = useOpenAlerts();
  const [last, setLast] = useState<Alert>();
  const now = alerts.find((alert) => alert.id === id);
  if (now && now !== last) setLast(now);
  const alert = now ?? last;
  if (!alert) return null;
  const leave = (): void => leaveStage(waiting.map((each) => each.id));
  const others = waiting.filter((each) => each.id !== id).length;
  return (
    <Modal
      opened
      onClose={leave}
      fullScreen
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      aria-labelledby="alert-who"
    >
      <Stack maw={560} mx="auto" gap="lg" mih="calc(100dvh - 2 * var(--mantine-spacing-md))" justify="space-between">
        <AlertFacts alert={alert} />
        <Stack>
          <AlertStep alert={alert} isOver={now === undefined} />
          {others > 0 && <Text ta="center">{t('board.stage.others', { count: others })}</Text>}
          <Button variant="default" size="md" onClick={leave}>
            {t('board.stage.later')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  );
}
