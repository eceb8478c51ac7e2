import type { FallDetail } from '@fallwatch/client';
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../parts/now.js';
import { clockWords } from '../parts/times.js';
import { languageNow } from '../words/words.js';
import type { Carer } from './Carers.js';

/** Help takes some minutes to arrive. A second call before this time is likely to be an accidental tap. */
const againAfterMs = 5 * 60_000;

interface CalledProps {
  readonly fall: FallDetail;
  readonly carers: readonly Carer[];
  readonly onAgain: () => void;
  readonly isCalling: boolean;
  readonly children: ReactNode;
}

/** Help was called: who knows, who has taken it, and what to do until help arrives. */
export function Called({ fall, carers, onAgain, isCalling, children }: CalledProps) {
  const { t } = useTranslation();
  const calledAt = fall.timeline.confirmedAt ?? fall.createdAt;
  const isLong = useNow() - Date.parse(calledAt) > againAfterMs;
  const handler = fall.escalation?.handledBy?.name;
  return (
    <Paper withBorder p="lg" bd="3px solid var(--primary-border)">
      <Stack gap="md">
        <Stack gap="xs" role="alert">
          <Title order={2} fz="xl">
            {t('wearer.called.title')}
          </Title>
          {handler ? (
            <Text fz="xl" fw={700}>
              {t('wearer.called.handled', { name: handler })}
            </Text>
          ) : (
            <Text fz="lg">{toldWords(fall, carers) ?? t('wearer.called.staff')}</Text>
          )}
        </Stack>
        <Text fz="lg">{handler ? t('wearer.called.stay') : t('wearer.called.waiting')}</Text>
        <Text fz="lg" c="dimmed" className="numbers">
          {t('wearer.called.at', { time: clockWords(calledAt) })}
        </Text>
        {isLong && (
          <Button color="danger" mih={72} fz="xl" disabled={isCalling} onClick={onAgain} className="wraps">
            {t('wearer.called.again')}
          </Button>
        )}
        {children}
      </Stack>
    </Paper>
  );

  function toldWords({ alerts }: FallDetail, people: readonly Carer[]): string | undefined {
    const names = people
      .filter(({ id }) => alerts.some(({ caregiverId }) => caregiverId === id))
      .map(({ name }) => name);
    const list = new Intl.ListFormat(languageNow(), { type: 'conjunction' }).format(names);
    return names.length === 0 ? undefined : t('wearer.called.told', { count: names.length, names: list });
  }
}
