import type { ShiftCheck } from '@fallwatch/client';
import { Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { contactPaths } from '../contacts/contactPoints.js';
import { canPush, readEndpointHere, subscribeHere, testHere } from '../contacts/push.js';
import { ErrorNote, Loading } from '../parts/states.js';
import { useAction } from '../parts/useAction.js';
import { findPushObstacle, type PushObstacle } from './pushObstacle.js';

interface PushStageProps {
  readonly onResult: (push: ShiftCheck['push']) => void;
}

/** Sends a test notification to this browser, or says why none can arrive. */
export function PushStage({ onResult }: PushStageProps) {
  const { t } = useTranslation();
  const isPossible = canPush();
  const points = useGet('/api/contact-points');
  const here = useQuery({ queryKey: ['push endpoint'], queryFn: readEndpointHere, enabled: isPossible, retry: false });
  const known = points.data?.find(({ address, verifiedAt }) => address === here.data && verifiedAt !== null);
  const obstacle = findPushObstacle({
    canPush: isPossible,
    userAgent: navigator.userAgent,
    permission: isPossible ? Notification.permission : undefined,
    isSubscribed: known !== undefined,
  });
  const isLoading = obstacle === 'OFF' && (points.isPending || here.isPending);
  return (
    <>
      <Title order={2} size="h2">
        {t('shift.push')}
      </Title>
      {isLoading && <Loading />}
      {!isLoading && obstacle && <Obstacle is={obstacle} onResult={onResult} />}
      {known && !obstacle && <Waiting contactPointId={known.id} onResult={onResult} />}
      <Button
        mih={72}
        fz={22}
        variant="default"
        onClick={() => onResult(obstacle === undefined || obstacle === 'OFF' ? 'NOT_TESTED' : 'UNSUPPORTED')}
      >
        {t('shift.skip')}
      </Button>
    </>
  );
}

interface ObstacleProps extends PushStageProps {
  readonly is: PushObstacle;
}

function Obstacle({ is: obstacle, onResult }: ObstacleProps) {
  const { t } = useTranslation();
  // The code that verifies this browser is a notification itself: no further test is needed.
  const action = useAction(() => subscribeHere(t('contacts.push.label')), ...contactPaths);
  const turnOn = (): void =>
    action.mutate(undefined, {
      onSuccess: (isOn) => {
        if (isOn) onResult('RECEIVED');
      },
    });
  return (
    <>
      <Text fz={20} role="status">
        {t(`shift.why.${action.data === false ? 'DENIED' : obstacle}`)}
      </Text>
      {obstacle === 'OFF' && (
        <Button mih={96} fz={22} className="wraps" loading={action.isPending} onClick={turnOn}>
          {t('shift.turnOn')}
        </Button>
      )}
      {action.error && <ErrorNote error={action.error} />}
    </>
  );
}

interface WaitingProps extends PushStageProps {
  readonly contactPointId: string;
}

function Waiting({ contactPointId, onResult }: WaitingProps) {
  const { t } = useTranslation();
  const [startedAtMs] = useState(Date.now);
  const { data: isShown } = useQuery({
    queryKey: ['push test', contactPointId, startedAtMs],
    queryFn: () => testHere(contactPointId),
    // One message for each test.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    retry: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports the result once.
  useEffect(() => {
    if (isShown !== undefined) onResult(isShown ? 'RECEIVED' : 'NOT_RECEIVED');
  }, [isShown]);
  return (
    <Text fz={20} role="status">
      {t('shift.sending')}
    </Text>
  );
}
