import type { Device } from '@fallwatch/client';
import { Button, Group } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../parts/links.js';
import { Page } from '../parts/Page.js';
import { Connected } from './Connected.js';
import { EnterCode } from './EnterCode.js';

/** `/pair#CODE`: the address in the QR code of a device. The code is filled in; a person still has to press. */
export function PairPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const code = useLocation({ select: ({ hash }) => hash });
  const [device, setDevice] = useState<Device>();
  const connectAnother = (): void => {
    setDevice(undefined);
    void navigate({ to: '/pair', replace: true });
  };
  return (
    <Page title={t('pairing.connect')}>
      {device ? (
        <Connected device={device}>
          <Group>
            <ButtonLink to="/" size="md">
              {t('pairing.connected.done')}
            </ButtonLink>
            <Button variant="default" size="md" onClick={connectAnother}>
              {t('pairing.connected.another')}
            </Button>
          </Group>
        </Connected>
      ) : (
        <EnterCode key={code} code={code} onConnected={setDevice} />
      )}
    </Page>
  );
}
