import type { Device } from '@fallwatch/client';
import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../parts/Dialog.js';
import { useSignedIn } from '../session.js';
import { Connected } from './Connected.js';
import { EnterCode } from './EnterCode.js';
import { PhoneCode } from './PhoneCode.js';
import { PrintedCard } from './PrintedCard.js';
import type { Wearer } from './pairingCode.js';

const ways = ['enter', 'phone', 'card'] as const;
type Way = (typeof ways)[number];

interface ConnectDeviceProps {
  readonly wearer: Wearer;
  /** Ids of the devices that the wearer has. */
  readonly known: readonly string[];
}

export function ConnectDevice(props: ConnectDeviceProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="md" w="fit-content" onClick={() => setOpen(true)}>
        {t('pairing.connect')}
      </Button>
      {isOpen && <ConnectDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ConnectDialog({ wearer, known, onClose }: ConnectDeviceProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const isSelf = useSignedIn().id === wearer.id;
  const [way, setWay] = useState<Way>();
  const [device, setDevice] = useState<Device>();
  // The list changes while the dialog is open, by the device that it connects.
  const [before] = useState(known);
  const code = { wearer, known: before, onConnected: setDevice };
  return (
    <Dialog title={isSelf ? t('pairing.connect') : t('pairing.connectFor', { name: wearer.name })} onClose={onClose}>
      {device && (
        <Connected device={device}>
          <Button size="md" onClick={onClose}>
            {t('pairing.connected.done')}
          </Button>
        </Connected>
      )}
      {!device && way === undefined && <Ways isSelf={isSelf} onChoose={setWay} />}
      {!device && way === 'enter' && <EnterCode patientId={wearer.id} onConnected={setDevice} />}
      {!device && way === 'phone' && <PhoneCode {...code} />}
      {!device && way === 'card' && <PrintedCard {...code} />}
      {!device && way !== undefined && (
        <Group mt="md">
          <Button variant="subtle" size="md" onClick={() => setWay(undefined)}>
            {t('common.back')}
          </Button>
        </Group>
      )}
    </Dialog>
  );
}

function Ways({ isSelf, onChoose }: { readonly isSelf: boolean; readonly onChoose: (way: Way) => void }) {
  return (
    <Stack gap="sm">
      {isSelf && (
        <UnstyledButton component="a" href="/wear" className="way">
          <WayWords way="here" />
        </UnstyledButton>
      )}
      {ways.map((way) => (
        <UnstyledButton key={way} className="way" onClick={() => onChoose(way)}>
          <WayWords way={way} />
        </UnstyledButton>
      ))}
    </Stack>
  );
}

function WayWords({ way }: { readonly way: Way | 'here' }) {
  const { t } = useTranslation();
  return (
    <>
      <Text fw={650}>{t(`pairing.ways.${way}`)}</Text>
      <Text size="sm">{t(`pairing.ways.${way}Explain`)}</Text>
    </>
  );
}
