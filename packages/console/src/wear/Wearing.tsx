import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SoundSwitch } from '../board/SoundSwitch.js';
import { useSound, useSoundByTouch } from '../board/sound.js';
import { titleWords } from '../frame/attention.js';
import { KeepAwake } from '../frame/KeepAwake.js';
import { AnswerView } from './AnswerView.js';
import { useBattery } from './battery.js';
import { Disconnect } from './Disconnect.js';
import { Facts } from './Facts.js';
import { Limits } from './Limits.js';
import { wantedRate } from './motion.js';
import { QuestionView } from './QuestionView.js';
import { useDevice, type Wearing as WearingNow } from './useDevice.js';
import { type WearingState, wearingState } from './wearingState.js';

/** The phone detects falls while this is rendered. */
export function Wearing({ onForget }: { readonly onForget: () => void }) {
  const { t } = useTranslation();
  const battery = useBattery();
  const device = useDevice(battery);
  const { asked, answered, answer, close } = device;
  useSoundByTouch(true);
  useEffect(() => titleWords(t('wear.title')), [t]);
  return (
    <Box component="main" p="md" pt={{ base: 'md', sm: '8vh' }}>
      <Stack maw={560} mx="auto" gap="lg">
        {asked && <QuestionView asked={asked} onAnswer={answer} onClose={close} />}
        {!asked && answered && <AnswerView answered={answered} onClose={close} />}
        {!asked && !answered && <Calm device={device} battery={battery} onForget={onForget} />}
        <KeepAwake />
      </Stack>
    </Box>
  );
}

interface CalmProps {
  readonly device: WearingNow;
  readonly battery: number | undefined;
  readonly onForget: () => void;
}

function Calm({ device: { state, movement }, battery, onForget }: CalmProps) {
  const { t } = useTranslation();
  const sound = useSound();
  const now = wearingState(state, movement);
  return (
    <>
      <Headline of={now} rate={movement?.rate ?? 0} />
      {now === 'unpaired' ? (
        <Button size="lg" onClick={onForget}>
          {t('wear.state.again')}
        </Button>
      ) : (
        <>
          {sound === 'blocked' && (
            <Text role="status" fw={600}>
              {t('wear.sound')}
            </Text>
          )}
          {sound === 'off' && <SoundSwitch />}
          <Facts state={state} movement={movement} battery={battery} />
          <Limits />
          <Disconnect onForget={onForget} />
        </>
      )}
    </>
  );
}

/** White on green and red with a contrast of at least 6:1, as on the wearer's home; black on yellow. */
const looks: Record<WearingState, { readonly bg: string; readonly c: string }> = {
  watching: { bg: 'var(--ok-fill)', c: 'var(--ok-on)' },
  starting: { bg: 'var(--mantine-color-default-hover)', c: 'var(--mantine-color-text)' },
  slow: { bg: 'var(--device-fill)', c: 'var(--device-on)' },
  offline: { bg: 'var(--device-fill)', c: 'var(--device-on)' },
  none: { bg: 'var(--danger-fill)', c: 'var(--danger-on)' },
  unpaired: { bg: 'var(--danger-fill)', c: 'var(--danger-on)' },
};

function Headline({ of: state, rate }: { readonly of: WearingState; readonly rate: number }) {
  const { t } = useTranslation();
  return (
    <Box {...looks[state]} p="md" style={{ borderRadius: 8 }} role="status">
      <Title order={1} fz={30} lh={1.2}>
        {t(`wear.state.${state}`)}
      </Title>
      <Text mt="xs">{t(`wear.state.${state}Explain`, { count: rate, wanted: wantedRate })}</Text>
    </Box>
  );
}
