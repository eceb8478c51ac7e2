import type { FallDetail } from '@fallwatch/client';
import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { alarmEveryMs, useTone } from '../board/sound.js';
import { useNow } from '../parts/now.js';
import { clockWords } from '../parts/times.js';

/** «Did you fall?», and what each answer does. */
export function Question({ fall }: { readonly fall: FallDetail }) {
  const { t } = useTranslation();
  useTone('alert', true, alarmEveryMs);
  return (
    <Stack gap={4} role="alert">
      <Title order={2} fz="xl">
        {t('wearer.asked.title')}
      </Title>
      <Text fz="lg">{t('wearer.asked.seen', { time: clockWords(fall.timeline.impactAt ?? fall.createdAt) })}</Text>
      <Told fall={fall} />
    </Stack>
  );
}

function Told({ fall: { escalation } }: { readonly fall: FallDetail }) {
  const { t } = useTranslation();
  const now = useNow();
  const handler = escalation?.handledBy?.name;
  if (handler) return <Text fz="lg">{t('wearer.asked.handled', { name: handler })}</Text>;
  if (escalation?.state !== 'WAITING' || escalation.nextStepAt === null)
    return <Text fz="lg">{t('wearer.asked.told')}</Text>;
  const count = Math.max(0, Math.ceil((Date.parse(escalation.nextStepAt) - now) / 1_000));
  // Not announced: reading out every second would drown the question.
  return (
    <Text fz="lg" className="numbers" aria-live="off">
      {t('wearer.asked.waiting', { count })}
    </Text>
  );
}
