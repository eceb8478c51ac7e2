import type { ResponseTimes } from '@fallwatch/client';
import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { channelWords } from '../../deliveries/deliveryWords.js';
import { List } from '../../parts/List.js';
import { secondsWords } from '../../parts/times.js';

/** How well each channel reaches people. Nothing before the first delivery. */
export function ChannelTimes({ of: channels }: { readonly of: ResponseTimes['byChannel'] }) {
  const { t } = useTranslation();
  if (channels.length === 0) return null;
  const duration = (seconds: number | null): string => (seconds === null ? '–' : secondsWords(t, seconds));
  const label = t('admin.response.byChannel');
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {label}
      </Title>
      <Text size="sm">{t('admin.response.byChannelExplain')}</Text>
      <List
        label={label}
        rows={channels.map((one) => ({ id: one.channel, ...one }))}
        columns={[
          { label: t('admin.response.channel'), cell: ({ channel }) => channelWords(t, channel) },
          {
            label: t('admin.response.reached'),
            cell: ({ reached, deliveries }) =>
              t('admin.response.reachedOf', { reached, deliveries, percent: Math.round((100 * reached) / deliveries) }),
          },
          { label: t('admin.response.half'), cell: ({ p50 }) => duration(p50) },
          { label: t('admin.response.most'), cell: ({ p95 }) => duration(p95) },
          { label: t('admin.response.taken'), cell: ({ answered }) => answered ?? '–' },
        ]}
      />
    </Stack>
  );
}
