import type { Device } from '@fallwatch/client';
import { Stack, Text, Title } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { momentWords } from '../parts/times.js';

/** At or below this level the page asks to charge the device; caregivers get LOW_BATTERY at the same level. */
const lowBattery = 20;

/** Tells the wearer, for each device, whether it is being monitored. */
export function Watch({ deviceIds }: { readonly deviceIds: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" component="section">
      <Title order={2} fz={24}>
        {t('wearer.watch.title', { count: deviceIds.length })}
      </Title>
      {deviceIds.length === 0 && <Text fz={20}>{t('wearer.watch.none')}</Text>}
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
    <div>
      {!isOnly && (
        <Text fz={20} fw={600}>
          {device.name}
        </Text>
      )}
      <Text fz={20}>{watchWords(t, device)}</Text>
    </div>
  );
}

function watchWords(t: TFunction, { status, lastSeen, batteryLevel }: Device): string {
  if (status === 'DISABLED') return t('wearer.watch.disabled');
  if (status === 'UNREGISTERED' || lastSeen === null) return t('wearer.watch.never');
  if (status !== 'ACTIVE') return t('wearer.watch.silent', { since: momentWords(lastSeen) });
  if (batteryLevel === null) return t('wearer.watch.on');
  const battery = { percent: Math.round(batteryLevel) };
  return batteryLevel <= lowBattery ? t('wearer.watch.low', battery) : t('wearer.watch.charged', battery);
}
