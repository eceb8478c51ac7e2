import { Button, Alert as Note, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { useNow } from '../parts/now.js';
import { ErrorNote } from '../parts/states.js';
import { clockWords } from '../parts/times.js';
import { useAction } from '../parts/useAction.js';
import { useSignedIn } from '../session.js';
import { type Alert, isAboutFall, isWaiting } from './alerts.js';
import { OutcomeForm } from './OutcomeForm.js';

/** What there is to do now: take it; or see who has it; or say how it ended. */
export function AlertStep({ alert, isOver }: { readonly alert: Alert; readonly isOver: boolean }) {
  const { t } = useTranslation();
  const me = useSignedIn();
  const { handledBy, fallId, closedAs } = alert;
  if (isOver)
    return <Note color="petrol">{t(closedAs === 'CANCELLED' ? 'board.stage.cancelled' : 'board.stage.over')}</Note>;
  if (isWaiting(alert) || handledBy === null) return <TakeIt alert={alert} />;
  const time = clockWords(handledBy.at);
  const isMine = handledBy.id === me.id;
  return (
    <Stack>
      <Note color="petrol" role="status" data-testid="handled-by">
        <Text fz="lg" fw={600}>
          {isMine ? t('board.stage.youHaveIt', { time }) : t('board.stage.otherHasIt', { name: handledBy.name, time })}
        </Text>
      </Note>
      {isMine && fallId !== null && <OutcomeForm fallId={fallId} />}
    </Stack>
  );
}

function TakeIt({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const { id, state, nextStepAt, closedAs } = alert;
  const path = { id };
  const take = useAction(
    () => api.post('/api/caregivers/alerts/{id}/acknowledge', { path }),
    '/api/caregivers/alerts',
    '/api/patients',
  );
  const isQuestion = isAboutFall(alert) && closedAs === null;
  return (
    <Stack>
      {state === 'WAITING' && <Text>{t('board.stage.asked')}</Text>}
      {state === 'ESCALATING' && nextStepAt !== null && <NextStep at={nextStepAt} />}
      {closedAs === 'CANCELLED' && <Text>{t('board.stage.cancelled')}</Text>}
      {take.error && <ErrorNote error={take.error} />}
      <Button h={88} fz={28} color="petrol" loading={take.isPending} onClick={() => take.mutate()}>
        {t(isQuestion ? 'board.stage.take' : 'board.stage.seen')}
      </Button>
    </Stack>
  );
}

function NextStep({ at }: { readonly at: string }) {
  const { t } = useTranslation();
  const seconds = Math.max(0, Math.round((Date.parse(at) - useNow()) / 1_000));
  return <Text className="numbers">{t('board.stage.nextStep', { seconds })}</Text>;
}
