import type { Alert } from '@fallwatch/client';
import { Button, Stack } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlertFacts } from './AlertFacts.js';
import { AlertHead } from './AlertHead.js';
import { AlertStep } from './AlertStep.js';
import { isWaiting } from './alertRules.js';
import { useAlertSource } from './alertSource.js';
import { useOpenAlerts } from './alerts.js';
import { FullScreen } from './FullScreen.js';
import { OtherAlerts } from './OtherAlerts.js';
import { subjectKey } from './stageRules.js';
import { leaveStage, markShown } from './stageState.js';

/**
 * One alert on the whole screen: who, since when, where, what to do there, whom to call; take it, then enter the outcome.
 * When the alert
 * leaves the list, its last state stays visible until the user leaves. Memo: the bar around it renders every second,
 * and rendering the note's text field measures the whole page.
 */
export const AlertStage = memo(function AlertStage({ subject }: { readonly subject: string }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { listPage } = useAlertSource();
  const { alerts } = useOpenAlerts();
  const [last, setLast] = useState<Alert>();
  const now = alerts.find((alert) => subjectKey(alert) === subject);
  if (now && now !== last) setLast(now);
  const alert = now ?? last;
  useEffect(() => {
    if (now) markShown(now);
  }, [now]);
  if (!alert) return null;
  const others = alerts.filter((each) => each !== now);
  const leave = (): void => leaveStage(alert);
  return (
    <FullScreen labelledBy="alert-who" onClose={leave}>
      <div className="stage">
        <AlertHead alert={alert} />
        <div className="stage-width stage-body">
          <AlertFacts alert={alert} />
          <Stack className="stage-side">
            <AlertStep alert={alert} isOver={now === undefined} />
            <OtherAlerts alerts={others} />
            <ShowAll alerts={[alert, ...others].filter(isWaiting)} />
            <Button variant="subtle" size="md" onClick={leave}>
              {t(pathname === listPage && listPage === '/' ? 'board.stage.later' : 'common.back')}
            </Button>
          </Stack>
        </div>
      </div>
    </FullScreen>
  );
});

/** With more alerts than this, leaving them one by one would keep the user from the list that shows them all. */
const manyAlerts = 4;

function ShowAll({ alerts }: { readonly alerts: readonly Alert[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { listPage } = useAlertSource();
  if (alerts.length < manyAlerts) return null;
  const showAll = (): void => {
    leaveStage(...alerts);
    void navigate({ to: listPage });
  };
  return (
    <Button variant="default" size="md" onClick={showAll}>
      {t('board.stage.showAll', { count: alerts.length })}
    </Button>
  );
}
