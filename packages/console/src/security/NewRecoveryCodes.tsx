import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { useAction } from '../parts/useAction.js';
import { type FactorDialogProps, factorsPath } from './factors.js';
import { OwnerDialog, type Typed } from './OwnerDialog.js';
import { RecoveryCodes } from './RecoveryCodes.js';

export function NewRecoveryCodes({ hasPassword, onClose }: FactorDialogProps) {
  const { t } = useTranslation();
  const action = useAction(
    ({ password }: Typed) =>
      api.post('/api/profile/recovery-codes', { body: password === undefined ? {} : { password } }),
    factorsPath,
  );
  if (action.data) return <RecoveryCodes codes={action.data.codes} onClose={onClose} />;
  return (
    <OwnerDialog
      title={t('security.app.newCodes')}
      explain={t('security.app.newCodesExplain')}
      submit={t('security.app.newCodes')}
      hasPassword={hasPassword}
      action={action}
      onSubmit={action.mutate}
      onClose={onClose}
    />
  );
}
