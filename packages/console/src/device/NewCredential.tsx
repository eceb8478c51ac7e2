import type { Device } from '@fallwatch/client';
import { Button, CopyButton, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { FormDialog, ResultDialog } from '../parts/Dialog.js';
import { useAction } from '../parts/useAction.js';

export function NewCredential({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="md" w="fit-content" onClick={() => setOpen(true)}>
        {t('pairing.credentials.new')}
      </Button>
      {isOpen && <NewCredentialDialog device={device} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps {
  readonly device: Device;
  readonly onClose: () => void;
}

function NewCredentialDialog({ device: { id, name }, onClose }: DialogProps) {
  const { t } = useTranslation();
  const create = useAction(
    () => api.post('/api/device/{id}/credentials', { path: { id } }),
    '/api/device/{id}/credentials',
  );
  const title = t('pairing.credentials.newTitle', { device: name });
  if (create.data) return <Created title={title} credential={create.data.credential} onClose={onClose} />;
  return (
    <FormDialog
      title={title}
      submit={t('pairing.credentials.new')}
      action={create}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Text>{t('pairing.credentials.newExplain')}</Text>
    </FormDialog>
  );
}

interface CreatedProps {
  readonly title: string;
  readonly credential: string;
  readonly onClose: () => void;
}

/** The only time that the credential is shown. */
function Created({ title, credential, onClose }: CreatedProps) {
  const { t } = useTranslation();
  return (
    <ResultDialog
      title={title}
      onClose={onClose}
      button={
        <CopyButton value={credential} timeout={4_000}>
          {({ copied, copy }) => (
            <Button size="md" onClick={copy}>
              <span aria-live="polite">{t(`pairing.credentials.${copied ? 'copied' : 'copy'}`)}</span>
            </Button>
          )}
        </CopyButton>
      }
    >
      <TextInput
        label={t('pairing.credentials.copyExplain')}
        size="md"
        value={credential}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
    </ResultDialog>
  );
}
