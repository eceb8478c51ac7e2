import type { ShiftCheckResults } from '@fallwatch/client';
import { Button, Stack, Text, Title } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { channelWords } from '../deliveries/deliveryWords.js';
import { ButtonLink } from '../parts/links.js';
import { StateIcon } from '../parts/StateIcon.js';

interface OutcomeProps {
  readonly results: ShiftCheckResults;
  readonly onRepeat: () => void;
}

/** What works and what does not; a problem says what to do. */
export function Outcome({ results: { sound, push }, onRepeat }: OutcomeProps) {
  const { t } = useTranslation();
  const { data } = useGet('/api/caregivers/me/readiness');
  const hasChannel = data === undefined || data.channels.length > 0;
  const isFine = sound === 'HEARD' && hasChannel;
  return (
    <>
      <div role="status">
        <Title order={2} size="h2">
          <StateIcon shape={isFine ? 'ok' : 'trouble'} />
          {t(isFine ? 'shift.done' : 'shift.problem')}
        </Title>
      </div>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        <Line isFine={sound === 'HEARD'} label={t('shift.sound')} value={t(`shift.results.${sound}`)} />
        <Line isFine={push === 'RECEIVED'} label={t('shift.push')} value={t(`shift.results.${push}`)} />
        {data && <Line isFine={hasChannel} label={t('shift.channels')} value={listChannels(t, data.channels)} />}
      </Stack>
      <Text fz={20} fw={600}>
        {t('shift.keepOpen')}
      </Text>
      {hasChannel ? (
        <ButtonLink to="/" mih={72} fz={22}>
          {t('shift.toBoard')}
        </ButtonLink>
      ) : (
        <ButtonLink to="/settings" mih={72} fz={22} className="wraps">
          {t('shift.addChannel')}
        </ButtonLink>
      )}
      <Button mih={56} fz={20} variant="default" onClick={onRepeat}>
        {t('shift.repeat')}
      </Button>
    </>
  );
}

function listChannels(t: TFunction, channels: readonly string[]): string {
  if (channels.length === 0) return t('shift.noChannel');
  return channels.map((channel) => channelWords(t, channel)).join(', ');
}

interface LineProps {
  readonly isFine: boolean;
  readonly label: string;
  readonly value: string;
}

function Line({ isFine, label, value }: LineProps) {
  return (
    <Text component="li" fz={20}>
      <StateIcon shape={isFine ? 'ok' : 'trouble'} />
      <b>{label}:</b> {value}
    </Text>
  );
}
