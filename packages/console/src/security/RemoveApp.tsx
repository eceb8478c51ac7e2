import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { useAction } from '../parts/useAction.js';
import { type FactorDialogProps, factorsPath } from './factors.js';
import { OwnerDialog, type Typed } from './OwnerDialog.js';

export function RemoveApp({ hasPassword, onClose }: FactorDialogProps) {
  const { t } = useTranslation();
  const action = useAction(
    ({ password }: Typed) => api.delete('/api/profile/totp', { body: password === undefined ? {} : { password } }),
    factorsPath,
  );
  return (
    <OwnerDialog
      title={t('security.app.removeTitle')}
      explain={t('security.app.removeExplain')}
      submit={t('security.app.remove')}
      hasPassword={hasPassword}
      action={action}
      onSubmit={(typed) => action.mutate(typed, { onSuccess: onClose })}
      onClose={onClose}
      isDangerous
    />
  );
}
