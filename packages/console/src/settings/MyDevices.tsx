import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { ConnectDevice } from '../pairing/ConnectDevice.js';
import { Answered } from '../parts/Answered.js';
import { DeviceMark } from '../parts/DeviceMark.js';
import { TextLink } from '../parts/links.js';
import { Section } from '../parts/Section.js';

/** The wearer's own devices. */
export function MyDevices() {
  const { t } = useTranslation();
  const me = useGet('/api/patients/me');
  return (
    <Section title={t('settings.devices')}>
      <Answered of={me}>
        {({ id, firstName, lastName, devices }) => (
          <>
            {devices.length === 0 && <Text>{t('person.devices.none')}</Text>}
            {devices.map((device) => (
              <Group key={device.id} gap="sm">
                <TextLink to="/devices/$id" params={{ id: device.id }} fw={600}>
                  {device.name}
                </TextLink>
                <DeviceMark status={device.status} />
              </Group>
            ))}
            <ConnectDevice wearer={{ id, name: `${firstName} ${lastName}` }} known={devices.map(({ id }) => id)} />
          </>
        )}
      </Answered>
    </Section>
  );
}
