import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { ConnectDevice } from '../pairing/ConnectDevice.js';
import type { Wearer } from '../pairing/pairingCode.js';
import { Answered } from '../parts/Answered.js';
import { DeviceMark } from '../parts/DeviceMark.js';
import { DeviceSignal } from '../parts/DeviceSignal.js';
import { TextLink } from '../parts/links.js';
import { Section } from '../parts/Section.js';

export function Devices({ wearer }: { readonly wearer: Wearer }) {
  const { t } = useTranslation();
  const devices = useGet('/api/patients/{id}/devices', { path: { id: wearer.id } });
  return (
    <Section title={t('person.devices.title')} id="device">
      <Answered of={devices}>
        {(data) => (
          <>
            {data.length === 0 && <Text>{t('person.devices.none')}</Text>}
            {data.map((device) => (
              <Stack key={device.id} gap={4}>
                <Group gap="sm">
                  <TextLink to="/devices/$id" params={{ id: device.id }} fw={600}>
                    {device.name}
                  </TextLink>
                  <DeviceMark status={device.status} />
                </Group>
                <DeviceSignal device={device} size="sm" />
              </Stack>
            ))}
            <ConnectDevice wearer={wearer} known={data.map(({ id }) => id)} />
          </>
        )}
      </Answered>
    </Section>
  );
}
