import type { DeviceState } from '@fallwatch/device';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../parts/times.js';
import { localeNow } from '../words/words.js';
import type { Movement } from './motion.js';

interface FactsProps {
  readonly state: DeviceState | undefined;
  readonly movement: Movement | undefined;
  readonly battery: number | undefined;
}

export function Facts({ state, movement, battery }: FactsProps) {
  const { t } = useTranslation();
  if (!state) return null;
  const { level, connection, bufferedCount, lastSentAtMs } = state;
  const peak = (movement?.peak ?? 0).toLocaleString(localeNow(), {
    maximumFractionDigits: 1,
    minimumFractionDigits: 1,
  });
  return (
    <dl className="facts">
      <Fact name={t('wear.facts.level')}>{t(`common.fallLevel.${level}`)}</Fact>
      <Fact name={t('wear.facts.movement')}>{t('wear.facts.movementValue', { peak, rate: movement?.rate ?? 0 })}</Fact>
      <Fact name={t('wear.facts.connection')}>
        {t(connection === 'connected' ? 'wear.facts.connected' : 'wear.facts.lost')}
      </Fact>
      <Fact name={t('wear.facts.lastSent')}>
        <Ago at={lastSentAtMs === undefined ? null : new Date(lastSentAtMs).toISOString()} />
      </Fact>
      <Fact name={t('wear.facts.waiting')}>{t('wear.facts.waitingCount', { count: bufferedCount })}</Fact>
      {battery !== undefined && <Fact name={t('wear.facts.battery')}>{`${battery}\u00a0%`}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Group gap="sm" align="baseline" wrap="nowrap">
      <Text component="dt" c="dimmed" w={132} style={{ flexShrink: 0 }}>
        {name}
      </Text>
      <Text component="dd" m={0} fw={600} className="numbers">
        {children}
      </Text>
    </Group>
  );
}
