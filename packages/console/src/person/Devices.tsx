import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { DeviceMark } from '../parts/DeviceMark.js';
import { Section } from '../parts/Section.js';
import { Ago } from '../parts/times.js';

export function Devices({ patientId }: { readonly patientId: string }) {
  const { t } = useTranslation();
  const devices = useGet('/api/patients/{id}/devices', { path: { id: patientId } });
  return (
    <Section title={t('person.devices.title')}>
      <Answered of={devices}>
        {(data) => (
          <>
            {data.length === 0 && <Text>{t('person.devices.none')}</Text>}
            {data.map(({ id, name, status, batteryLevel, lastSeen }) => (
              <Stack key={id} gap={4}>
                <Group gap="sm">
                  <Text fw={600}>{name}</Text>
                  <DeviceMark status={status} />
                </Group>
                <Text size="sm" className="numbers">
                  {batteryLevel === null
                    ? t('common.batteryUnknown')
                    : t('common.battery', { percent: Math.round(batteryLevel) })}
                  {' · '}
                  {t('person.devices.lastSeen')} <Ago at={lastSeen} />
                </Text>
              </Stack>
            ))}
          </>
        )}
      </Answered>
    </Section>
  );
}
