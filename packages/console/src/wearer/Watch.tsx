import type { Device } from '@fallwatch/client';
import { Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Icon } from '../parts/Icon.js';
import { lowBattery } from '../parts/lowBattery.js';
import { momentWords } from '../parts/times.js';

/** Tells the wearer, for each device, whether it is being monitored. */
export function Watch({ deviceIds }: { readonly deviceIds: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" component="section">
      <Title order={2} fz="xl">
        {t('wearer.watch.title', { count: Math.max(1, deviceIds.length) })}
      </Title>
      {deviceIds.length === 0 && <Text fz="lg">{t('wearer.watch.none')}</Text>}
      {deviceIds.map((id) => (
        <OneWatch key={id} id={id} isOnly={deviceIds.length === 1} />
      ))}
    </Stack>
  );
}

function OneWatch({ id, isOnly }: { readonly id: string; readonly isOnly: boolean }) {
  const { t } = useTranslation();
  const { data: device } = useGet('/api/device/{id}', { path: { id } });
  if (!device) return null;
  return (
    <div className="fact">
      <Icon of={isWell(device) ? IconCheck : IconAlertTriangle} size={28} />
      <div>
        {!isOnly && (
          <Text fz="lg" fw={700}>
            {device.name}
          </Text>
        )}
        <Text fz="lg">{watchWords(t, device)}</Text>
      </div>
    </div>
  );
}

const isWell = ({ status, batteryLevel }: Device): boolean =>
  status === 'ACTIVE' && (batteryLevel === null || batteryLevel > lowBattery);

function watchWords(t: TFunction, { status, lastSeen, batteryLevel }: Device): string {
  if (status === 'DISABLED') return t('wearer.watch.disabled');
  if (status === 'UNREGISTERED' || lastSeen === null) return t('wearer.watch.never');
  if (status !== 'ACTIVE') return t('wearer.watch.silent', { since: momentWords(lastSeen) });
  if (batteryLevel === null) return t('wearer.watch.on');
  const battery = { percent: Math.round(batteryLevel) };
  return batteryLevel <= lowBattery ? t('wearer.watch.low', battery) : t('wearer.watch.charged', battery);
}
