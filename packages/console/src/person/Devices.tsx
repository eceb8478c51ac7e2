import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { ConnectDevice } from '../pairing/ConnectDevice.js';
import type { Wearer } from '../pairing/pairingCode.js';
import { Answered } from '../parts/Answered.js';
import { DeviceMark } from '../parts/DeviceMark.js';
import { TextLink } from '../parts/links.js';
import { Section } from '../parts/Section.js';
import { Ago } from '../parts/times.js';

export function Devices({ wearer }: { readonly wearer: Wearer }) {
  const { t } = useTranslation();
  const devices = useGet('/api/patients/{id}/devices', { path: { id: wearer.id } });
  return (
    <Section title={t('person.devices.title')}>
      <Answered of={devices}>
        {(data) => (
          <>
            {data.length === 0 && <Text>{t('person.devices.none')}</Text>}
            {data.map(({ id, name, status, batteryLevel, lastSeen }) => (
              <Stack key={id} gap={4}>
                <Group gap="sm">
                  <TextLink to="/devices/$id" params={{ id }} fw={600}>
                    {name}
                  </TextLink>
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
            <ConnectDevice wearer={wearer} known={data.map(({ id }) => id)} />
          </>
        )}
      </Answered>
    </Section>
  );
}
