import type { ContactPoint } from '@fallwatch/client';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { FormDialog } from '../parts/Dialog.js';
import { typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';
import { contactPaths, toShownAddress } from './contactPoints.js';
import { toUse, UseFields } from './UseFields.js';

interface ChangeContactProps {
  readonly point: ContactPoint;
  readonly onClose: () => void;
}

export function ChangeContact({ point, onClose }: ChangeContactProps) {
  const { t } = useTranslation();
  const action = useAction(
    (body: ReturnType<typeof toUse>) => api.put('/api/contact-points/{id}', { path: { id: point.id }, body }),
    ...contactPaths,
  );
  return (
    <FormDialog
      title={t('contacts.changeTitle', { address: toShownAddress(point) })}
      submit={t('common.save')}
      action={action}
      onClose={onClose}
      onSubmit={(event) => action.mutate(toUse(typedIn(event)), { onSuccess: onClose })}
    >
      <UseFields of={point} />
    </FormDialog>
  );
}
