import { FallwatchError } from '@fallwatch/client';
import { Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { mePath } from '../api.js';
import { useAction } from '../parts/useAction.js';
import { type FactorDialogProps, factorsPath } from './factors.js';
import { OwnerDialog, type Typed } from './OwnerDialog.js';
import { createPasskey } from './passkeys.js';

export function AddPasskey({ hasPassword, onClose }: FactorDialogProps) {
  const { t } = useTranslation();
  const action = useAction(({ name = '', password }: Typed) => createPasskey(name, password), factorsPath, mePath);
  // Errors of the browser: mostly the person has cancelled.
  const isCancelled = action.error !== null && !(action.error instanceof FallwatchError);
  return (
    <OwnerDialog
      title={t('security.passkeys.add')}
      explain={t('security.passkeys.addExplain')}
      submit={t('security.passkeys.add')}
      hasPassword={hasPassword}
      action={isCancelled ? { ...action, error: null } : action}
      onSubmit={(typed) => action.mutate(typed, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextInput
        name="name"
        size="md"
        label={t('security.passkeys.name')}
        defaultValue={t('security.passkeys.defaultName')}
        maxLength={50}
        required
        withAsterisk={false}
      />
      {isCancelled && (
        <Text c="var(--mantine-color-error)" role="alert">
          {t('security.passkeys.cancelled')}
        </Text>
      )}
    </OwnerDialog>
  );
}
