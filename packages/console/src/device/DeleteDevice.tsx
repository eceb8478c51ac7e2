import type { Device } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { devicePaths } from '../pairing/devicePaths.js';
import { Confirm } from '../parts/Confirm.js';
import { Section } from '../parts/Section.js';

/** Only the wearer may: the readings go with the device. */
export function DeleteDevice({ device: { id, name } }: { readonly device: Device }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const remove = async (): Promise<void> => {
    await api.delete('/api/device/{id}', { path: { id } });
    // Before the lists are fetched again: this page would ask for a device that is gone.
    await navigate({ to: '/settings' });
  };
  return (
    <Section title={t('own.deviceDelete')}>
      <Text>{t('own.deviceDeleteExplain')}</Text>
      <Button variant="default" size="md" w="fit-content" onClick={() => setAsked(true)}>
        {t('own.deviceDelete')}
      </Button>
      {isAsked && (
        <Confirm
          title={t('own.deviceDeleteTitle', { device: name })}
          explain={t('own.deviceDeleteConfirm')}
          submit={t('own.deviceDelete')}
          isDangerous
          act={remove}
          changed={devicePaths}
          onClose={() => setAsked(false)}
        />
      )}
    </Section>
  );
}
