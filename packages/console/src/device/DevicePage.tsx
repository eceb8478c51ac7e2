import type { Device } from '@fallwatch/client';
import { Alert as Note, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { DeviceMark } from '../parts/DeviceMark.js';
import { DeviceSignal } from '../parts/DeviceSignal.js';
import { TextLink } from '../parts/links.js';
import { Page } from '../parts/Page.js';
import { OwnVitals } from '../person/Vitals.js';
import { useSignedIn } from '../session.js';
import { Credentials } from './Credentials.js';
import { DeleteDevice } from './DeleteDevice.js';
import { DeviceLog } from './DeviceLog.js';
import { Release } from './Release.js';
import { Rename } from './Rename.js';
import { Transfer } from './Transfer.js';

/** One device, for its wearer, the caregivers of the wearer and admins. */
export function DevicePage() {
  const { id } = useParams({ from: '/devices/$id' });
  const device = useGet('/api/device/{id}', { path: { id } });
  return <Answered of={device}>{(data) => <DeviceDetails device={data} />}</Answered>;
}

function DeviceDetails({ device }: { readonly device: Device }) {
  const { role } = useSignedIn();
  return (
    <Page title={device.name} aside={<DeviceMark status={device.status} />}>
      {role === 'PATIENT' ? <OwnDevice device={device} /> : <DeviceOfPerson device={device} />}
    </Page>
  );
}

function OwnDevice({ device }: { readonly device: Device }) {
  const { firstName, lastName } = useSignedIn();
  return (
    <Stack gap="xl" maw={720}>
      <Facts device={device} />
      <OwnVitals />
      <Rename device={device} />
      <Credentials device={device} />
      <Release device={device} wearer={`${firstName} ${lastName}`} />
      <DeleteDevice device={device} />
    </Stack>
  );
}

function DeviceOfPerson({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const patient = useGet('/api/patients/{id}', { path: { id: device.userId } });
  return (
    <Answered of={patient}>
      {({ id, firstName, lastName }) => (
        <Stack gap="xl" maw={720}>
          <Stack gap={4}>
            <Text>
              {t('pairing.device.belongsTo')}{' '}
              <TextLink to="/people/$id" params={{ id }}>
                {firstName} {lastName}
              </TextLink>
            </Text>
            <Facts device={device} />
          </Stack>
          <Rename device={device} />
          <Credentials device={device} />
          <Transfer device={device} wearer={`${firstName} ${lastName}`} />
          <Release device={device} wearer={`${firstName} ${lastName}`} />
          <DeviceLog id={device.id} />
        </Stack>
      )}
    </Answered>
  );
}

/** What the maker of the device should change. */
function Warnings({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const { data } = useGet('/api/device/{id}/status', { path: { id } });
  if (!data?.warnings.some(({ code }) => code === 'CANNOT_ASK')) return null;
  return (
    <Note color="device" role="status" title={t('pairing.device.cannotAsk')}>
      {t('pairing.device.cannotAskExplain')}
    </Note>
  );
}

function Facts({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const { macAddress, firmwareVersion } = device;
  return (
    <Stack gap={4}>
      <DeviceSignal device={device} />
      <Text className="numbers" style={{ overflowWrap: 'anywhere' }}>
        {t('pairing.device.address')} {macAddress} · {t('pairing.device.firmware')}{' '}
        {firmwareVersion === 'unknown' ? t('common.unknown') : firmwareVersion}
      </Text>
      <Warnings id={device.id} />
    </Stack>
  );
}
