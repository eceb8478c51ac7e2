import type { Device } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { devicePaths } from '../pairing/devicePaths.js';
import { FormDialog } from '../parts/Dialog.js';
import { PersonPicker } from '../parts/PersonPicker.js';
import { Section } from '../parts/Section.js';
import { useAction } from '../parts/useAction.js';

interface TransferProps {
  readonly device: Device;
  /** The name of the present wearer. */
  readonly wearer: string;
}

export function Transfer({ device, wearer }: TransferProps) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  return (
    <Section title={t('pairing.transfer.title')}>
      <Text>{t('pairing.transfer.explain', { name: wearer })}</Text>
      <Button variant="default" size="md" w="fit-content" onClick={() => setAsked(true)}>
        {t('pairing.transfer.submit')}
      </Button>
      {isAsked && <TransferDialog device={device} wearer={wearer} onClose={() => setAsked(false)} />}
    </Section>
  );
}

function TransferDialog({ device: { id, name }, wearer, onClose }: TransferProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [patientId, setPatientId] = useState('');
  const navigate = useNavigate();
  const transfer = useAction(
    async () => {
      const moved = await api.post('/api/device/{id}/transfer', { path: { id }, body: { patientId } });
      // Before the lists are fetched again: this page would ask for a device that does not exist any more.
      await navigate({ to: '/devices/$id', params: { id: moved.id } });
    },
    ...devicePaths,
  );
  return (
    <FormDialog
      title={t('pairing.transfer.confirmTitle', { device: name })}
      submit={t('pairing.transfer.submit')}
      action={transfer}
      isReady={patientId !== ''}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        transfer.mutate(undefined, { onSuccess: onClose });
      }}
    >
      <Text>{t('pairing.transfer.explain', { name: wearer })}</Text>
      <PersonPicker of="patients" label={t('pairing.transfer.to')} onPick={setPatientId} />
    </FormDialog>
  );
}
