import type { Passkey } from '@fallwatch/client';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { useAction } from '../parts/useAction.js';
import { type FactorDialogProps, factorsPath } from './factors.js';
import { OwnerDialog, type Typed } from './OwnerDialog.js';

export function RemovePasskey({ passkey, hasPassword, onClose }: FactorDialogProps & { readonly passkey: Passkey }) {
  const { t } = useTranslation();
  const { id, name } = passkey;
  const action = useAction(
    ({ password }: Typed) =>
      api.delete('/api/profile/passkeys/{id}', { path: { id }, body: password === undefined ? {} : { password } }),
    factorsPath,
  );
  return (
    <OwnerDialog
      title={t('security.passkeys.removeTitle', { name })}
      explain={t('security.passkeys.removeExplain')}
      submit={t('security.passkeys.remove')}
      hasPassword={hasPassword}
      action={action}
      onSubmit={(typed) => action.mutate(typed, { onSuccess: onClose })}
      onClose={onClose}
      isDangerous
    />
  );
}
