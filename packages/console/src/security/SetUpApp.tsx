import type { NewTotp } from '@fallwatch/client';
import { Code, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, mePath, refresh } from '../api.js';
import { LazyQrCode } from '../pairing/LazyQrCode.js';
import { FormDialog } from '../parts/Dialog.js';
import { fieldErrors } from '../parts/errors.js';
import { typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';
import { type FactorDialogProps, factorsPath } from './factors.js';
import { OwnerDialog, type Typed } from './OwnerDialog.js';
import { RecoveryCodes } from './RecoveryCodes.js';

/** Password, then QR code and first code, then the recovery codes. */
export function SetUpApp({ hasPassword, onClose }: FactorDialogProps) {
  const { t } = useTranslation();
  const start = useAction(({ password }: Typed) =>
    api.post('/api/profile/totp', { body: password === undefined ? {} : { password } }),
  );
  const confirm = useAction((code: string) => api.post('/api/profile/totp/confirm', { body: { code } }));
  if (confirm.data) return <RecoveryCodes codes={confirm.data.codes} onClose={() => void finish(onClose)} />;
  if (start.data) return <Scan of={start.data} action={confirm} onClose={onClose} />;
  return (
    <OwnerDialog
      title={t('security.app.setUp')}
      explain={t('security.app.confirmExplain')}
      submit={t('security.app.next')}
      hasPassword={hasPassword}
      action={start}
      onSubmit={start.mutate}
      onClose={onClose}
    />
  );
}

/** Only now: the page of an admin who must set up a factor would leave before the recovery codes were read. */
async function finish(onClose: () => void): Promise<void> {
  await refresh(factorsPath, mePath);
  onClose();
}

interface ScanProps {
  readonly of: NewTotp;
  readonly action: {
    readonly mutate: (code: string) => void;
    readonly error: Error | null;
    readonly isPending: boolean;
  };
  readonly onClose: () => void;
}

function Scan({ of: { secret, uri }, action, onClose }: ScanProps) {
  const { t } = useTranslation();
  const isWrong = fieldErrors(t, action.error).code !== undefined;
  return (
    <FormDialog
      title={t('security.app.setUp')}
      submit={t('security.app.finish')}
      action={isWrong ? { ...action, error: null } : action}
      onClose={onClose}
      onSubmit={(event) => action.mutate(typedIn(event).code ?? '')}
    >
      <Text>{t('security.app.scan')}</Text>
      <LazyQrCode url={uri} label={t('security.app.qr')} />
      <Stack gap={4}>
        <Text size="sm">{t('security.app.key')}</Text>
        <Code fz="md" className="numbers" style={{ overflowWrap: 'anywhere' }}>
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Code>
      </Stack>
      <TextInput
        name="code"
        size="lg"
        styles={{ input: { maxWidth: 200 } }}
        label={t('security.app.typeCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="numbers"
        error={isWrong && t('security.app.wrongCode')}
        required
        withAsterisk={false}
        data-autofocus
      />
    </FormDialog>
  );
}
