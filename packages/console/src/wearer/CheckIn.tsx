import type { CheckIn as Answer } from '@fallwatch/client';
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, useGet } from '../api.js';
import { useNow } from '../parts/now.js';
import { hoursWords } from '../parts/times.js';
import { useAction } from '../parts/useAction.js';

/** The daily «I'm fine»: one tap, then thanks. Nothing is shown while nothing is expected, or if it cannot be loaded. */
export function CheckIn() {
  const { data } = useGet('/api/patients/me/check-in');
  const now = useNow();
  if (!data?.current) return null;
  const { state, opensAt, signAt } = data.current;
  if (signAt !== null) return <Thanks isConfirmed={state === 'CONFIRMED'} signAt={signAt} />;
  // By this screen's clock too: the event that the window has opened may be late.
  const isExpected = state === 'OPEN' || state === 'MISSED' || (state === 'UPCOMING' && Date.parse(opensAt) <= now);
  return isExpected ? <Ask current={data.current} /> : null;
}

function Ask({ current }: { readonly current: NonNullable<Answer['current']> }) {
  const { t } = useTranslation();
  const action = useAction(() => api.post('/api/patients/me/check-in'), '/api/patients/me/check-in');
  const time = hoursWords(new Date(current.dueAt));
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <Text fz="xl">{current.state === 'MISSED' ? t('checkIn.own.late') : t('checkIn.own.ask', { time })}</Text>
        <Button
          color="ok"
          mih={96}
          fz={32}
          fw={700}
          fullWidth
          className="wraps"
          disabled={action.isPending}
          onClick={() => action.mutate()}
        >
          {t('checkIn.own.say')}
        </Button>
        {action.error && (
          <Text role="alert" fz="xl" fw={700} c="var(--mantine-color-error)">
            {t('checkIn.own.failed')}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function Thanks({ isConfirmed, signAt }: { readonly isConfirmed: boolean; readonly signAt: string }) {
  const { t } = useTranslation();
  const time = hoursWords(new Date(signAt));
  return (
    <Stack gap={4} role="status">
      <Title order={2}>{t('checkIn.own.thanks')}</Title>
      <Text fz="xl">{isConfirmed ? t('checkIn.own.confirmed', { time }) : t('checkIn.own.moved', { time })}</Text>
    </Stack>
  );
}
