import type { Alert } from '@fallwatch/client';
import { Button, Alert as Note, Stack, Text } from '@mantine/core';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../parts/now.js';
import { clockWords, secondsWords } from '../parts/times.js';
import { useIsReady } from '../parts/useIsReady.js';
import { useSignedIn } from '../session.js';
import { isWaiting, takingWord } from './alertRules.js';
import { NotSent } from './NotSent.js';
import { OutcomeForm } from './OutcomeForm.js';
import { Responders } from './Responders.js';
import { ResponseButtons } from './ResponseButtons.js';
import { needsResponse } from './responseRules.js';
import { occasionKey } from './stageRules.js';
import { Thread } from './Thread.js';
import { take, useTaking } from './taking.js';

/** The next step: take the alert, see who has it, or enter the outcome. */
export function AlertStep({ alert, isOver }: { readonly alert: Alert; readonly isOver: boolean }) {
  const { t } = useTranslation();
  const me = useSignedIn();
  const { handledBy, fallId, closedAs, reminder, isDrill } = alert;
  const hasThread = needsResponse(alert);
  if (isOver)
    return <Note color="neutral">{t(closedAs === 'CANCELLED' ? 'board.stage.cancelled' : 'board.stage.over')}</Note>;
  if (isWaiting(alert) || handledBy === null)
    return (
      <Stack className="stage-step">
        {fallId !== null && reminder?.takenBy?.id === me.id && <OutcomeForm fallId={fallId} />}
        <Responders alert={alert} />
        <TakeIt key={occasionKey(alert)} alert={alert} />
        {hasThread && alert.responders.length > 0 && <Thread alertId={alert.id} isOpen={false} />}
      </Stack>
    );
  return (
    <Stack>
      <Holder handledBy={handledBy} alertId={alert.id} />
      {isDrill && <Text>{t('board.stage.drillTaken')}</Text>}
      {hasThread && (
        <>
          <Responders alert={alert} />
          <ResponseButtons alert={alert} />
        </>
      )}
      {handledBy.id === me.id && fallId !== null && <OutcomeForm fallId={fallId} />}
      {hasThread && <Thread alertId={alert.id} isOpen />}
    </Stack>
  );
}

interface HolderProps {
  readonly handledBy: NonNullable<Alert['handledBy']>;
  readonly alertId: string;
}

function Holder({ handledBy: { id, name, at }, alertId }: HolderProps) {
  const { t } = useTranslation();
  const me = useSignedIn();
  const isLate = useTaking(alertId)?.status === 'late';
  const time = clockWords(at);
  return (
    <Note color="neutral" role="status" data-testid="handled-by">
      <Text fz="lg" fw={600}>
        {id === me.id ? t('board.stage.youHaveIt', { time }) : t('board.stage.otherHasIt', { name, time })}
      </Text>
      {isLate && <Text>{t('board.notSent.late', { name })}</Text>}
    </Note>
  );
}

function TakeIt({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const { id, state, nextStepAt, closedAs, reminder, isDrill } = alert;
  const isReady = useIsReady();
  const isAgain = reminder?.takenBy?.id === useSignedIn().id;
  const isSending = useTaking(id)?.status === 'sending';
  const isBlocked = !isReady || isSending;
  // A key press is meant for the focused button; only a tap or a click can have been meant for the page below.
  const press = ({ detail }: MouseEvent): void => {
    if (isReady || detail === 0) take(id);
  };
  const words = isAgain ? 'takeAgain' : takingWord(alert);
  return (
    <Stack className={isAgain ? undefined : 'at-thumb'}>
      {isDrill && <Text>{t('board.stage.drillEnds')}</Text>}
      {state === 'WAITING' && <Text>{t('board.stage.asked')}</Text>}
      {state === 'ESCALATING' && nextStepAt !== null && <NextStep at={nextStepAt} />}
      {closedAs === 'CANCELLED' && <Text>{t('board.stage.cancelled')}</Text>}
      <NotSent alertId={id} />
      <Button
        mih={isAgain ? 56 : 88}
        fz={isAgain ? 'lg' : 'xl'}
        radius="md"
        variant={isAgain ? 'default' : 'filled'}
        className="wraps"
        aria-disabled={isBlocked}
        data-disabled={isBlocked || undefined}
        onClick={press}
      >
        {t(`board.stage.${isSending ? 'sending' : words}`)}
      </Button>
    </Stack>
  );
}

function NextStep({ at }: { readonly at: string }) {
  const { t } = useTranslation();
  const seconds = (Date.parse(at) - useNow()) / 1_000;
  return <Text className="numbers">{t('board.stage.nextStep', { time: secondsWords(t, seconds) })}</Text>;
}
