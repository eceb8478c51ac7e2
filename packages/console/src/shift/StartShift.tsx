import type { ShiftCheck, ShiftCheckResults } from '@fallwatch/client';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, useGet } from '../api.js';
import { turnOn } from '../board/sound.js';
import { KeepAwake } from '../frame/KeepAwake.js';
import { Page } from '../parts/Page.js';
import { ErrorNote } from '../parts/states.js';
import { momentWords } from '../parts/times.js';
import { useAction } from '../parts/useAction.js';
import { OnDuty } from './OnDuty.js';
import { Outcome } from './Outcome.js';
import { PushStage } from './PushStage.js';
import { SoundStage } from './SoundStage.js';

type Stage =
  | { readonly name: 'start' | 'sound' }
  | { readonly name: 'push'; readonly sound: ShiftCheck['sound'] }
  | { readonly name: 'done'; readonly results: ShiftCheckResults };

/** Tests what wakes a caregiver, one thing at a time, and records the result for the admins. */
export function StartShift() {
  const { t } = useTranslation();
  const [stage, setStage] = useState<Stage>({ name: 'start' });
  const record = useAction(
    (body: ShiftCheckResults) => api.post('/api/caregivers/me/shift-checks', { body }),
    '/api/caregivers/me/readiness',
  );
  const begin = (): void => {
    void turnOn();
    setStage({ name: 'sound' });
  };
  const finish = (results: ShiftCheckResults): void => {
    setStage({ name: 'done', results });
    record.mutate(results);
  };
  return (
    <Page title={t('shift.title')}>
      <Stack maw={520} gap="lg" fz={20}>
        <OnDuty />
        {stage.name === 'start' && <Start onStart={begin} />}
        {stage.name === 'sound' && <SoundStage onResult={(sound) => setStage({ name: 'push', sound })} />}
        {stage.name === 'push' && <PushStage onResult={(push) => finish({ sound: stage.sound, push })} />}
        {stage.name === 'done' && <Outcome results={stage.results} onRepeat={begin} />}
        {record.error && stage.name === 'done' && (
          <ErrorNote error={record.error} onRetry={() => record.mutate(stage.results)} />
        )}
        <KeepAwake />
      </Stack>
    </Page>
  );
}

function Start({ onStart }: { readonly onStart: () => void }) {
  const { t } = useTranslation();
  const { data } = useGet('/api/caregivers/me/readiness');
  return (
    <>
      <Text fz={20}>{t('shift.explain')}</Text>
      <Button mih={96} fz={28} onClick={onStart}>
        {t('shift.start')}
      </Button>
      {data?.lastCheck && <Text>{t('shift.last', { time: momentWords(data.lastCheck.checkedAt) })}</Text>}
    </>
  );
}
