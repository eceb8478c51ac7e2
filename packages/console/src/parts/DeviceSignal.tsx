import type { Device } from '@fallwatch/client';
import { Text, type TextProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Ago } from './times.js';

interface DeviceSignalProps extends TextProps {
  readonly device: Pick<Device, 'batteryLevel' | 'lastSeen'>;
}

/** The battery, and when the device was last heard. */
export function DeviceSignal({ device: { batteryLevel, lastSeen }, ...text }: DeviceSignalProps) {
  const { t } = useTranslation();
  return (
    <Text className="numbers" {...text}>
      {batteryLevel === null ? t('common.batteryUnknown') : t('common.battery', { percent: Math.round(batteryLevel) })}
      {' · '}
      {t('person.devices.lastSeen')} <Ago at={lastSeen} />
    </Text>
  );
}
