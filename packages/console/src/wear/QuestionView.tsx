import type { WearerAnswer } from '@fallwatch/device';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useTone } from '../board/sound.js';
import { useNow } from '../parts/now.js';
import { useIsReady } from '../parts/useIsReady.js';
import { Warning } from '../parts/Warning.js';
import type { Asked } from './useDevice.js';

/** How often the phone sounds and vibrates until it has an answer. */
const callEveryMs = 2_000;
const vibration = [500, 250, 500];

interface QuestionProps {
  readonly asked: Asked;
  readonly onAnswer: (answer: WearerAnswer) => Promise<void>;
  readonly onClose: () => void;
}

/** «Are you OK?»: fills the screen, sounds and vibrates until it is answered. */
export function QuestionView({ asked, onAnswer, onClose }: QuestionProps) {
  const { t } = useTranslation();
  const answer = useMutation({ mutationFn: onAnswer });
  const isReady = useIsReady();
  useTone('alert', !answer.isPending, callEveryMs);
  useVibration(!answer.isPending);
  const give = (given: WearerAnswer, words: string) => ({
    className: 'wraps',
    fw: 700,
    disabled: answer.isPending,
    onClick: () => answer.mutate(given),
    children: answer.isPending && answer.variables === given ? t('wear.asked.sending') : words,
  });
  return (
    <Stack gap="lg" justify="space-between" className="to-thumb">
      <Stack gap="xs" role="alert">
        <Title order={1} fz={44} lh={1.1}>
          {t('wear.asked.title')}
        </Title>
        <Text fz={22}>{t('wear.asked.seen')}</Text>
        <Countdown endsAtMs={asked.endsAtMs} />
      </Stack>
      <Stack style={{ pointerEvents: isReady ? 'auto' : 'none' }}>
        {answer.isError && <Warning title={t('common.error.title')}>{t('wear.asked.failed')}</Warning>}
        {answer.isError && (
          <Button size="lg" variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
        )}
        <Button color="ok" mih={128} fz={36} {...give('OK', t('wear.asked.ok'))} />
        <Button color="danger" mih={128} fz={36} {...give('NEEDS_HELP', t('wear.asked.help'))} />
      </Stack>
    </Stack>
  );
}

function Countdown({ endsAtMs }: { readonly endsAtMs: number }) {
  const { t } = useTranslation();
  const count = Math.max(0, Math.ceil((endsAtMs - useNow()) / 1_000));
  if (count === 0) return <Text fz={22}>{t('wear.asked.told')}</Text>;
  // Not announced: reading out every second would drown the question.
  return (
    <Text fz={22} fw={650} className="numbers" aria-live="off">
      {t('wear.asked.waiting', { count })}
    </Text>
  );
}

/** Not on iPhones: their browsers do not vibrate. */
function useVibration(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('vibrate' in navigator)) return;
    const vibrate = (): void => void navigator.vibrate(vibration);
    vibrate();
    const timer = setInterval(vibrate, callEveryMs);
    return () => {
      clearInterval(timer);
      navigator.vibrate(0);
    };
  }, [isOn]);
}
