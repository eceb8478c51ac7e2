import { FallwatchError } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { Door } from '../frame/Door.js';
import { FormError } from '../parts/form.js';
import { ButtonLink } from '../parts/links.js';
import { useAction } from '../parts/useAction.js';
import { DeadLink } from './DeadLink.js';
import { isDeadLink, readLinkToken } from './linkToken.js';

/** Opening the page confirms nothing: programs that check the links of a mail open it too. */
export function EmailPage() {
  const { t } = useTranslation();
  const [token] = useState(readLinkToken);
  const action = useAction(
    () => api.post('/api/auth/email/confirm', { body: { token } }),
    '/api/profile/me',
    '/api/me',
  );
  if (token === '' || isDeadLink(action.error)) return <DeadLink to="/settings" />;
  if (action.data) return <Confirmed email={action.data.email} />;
  const isTaken = action.error instanceof FallwatchError && action.error.status === 409;
  return (
    <Door title={t('account.confirm.title')}>
      <Text>{t('account.confirm.explain')}</Text>
      {isTaken ? <Text role="alert">{t('account.confirm.taken')}</Text> : <FormError error={action.error} />}
      <Button size="md" loading={action.isPending} onClick={() => action.mutate()}>
        {t('account.confirm.submit')}
      </Button>
    </Door>
  );
}

function Confirmed({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  return (
    <Door title={t('account.confirm.done')}>
      <Text role="status" style={{ overflowWrap: 'anywhere' }}>
        {t('account.confirm.doneExplain', { email })}
      </Text>
      <ButtonLink to="/" size="md">
        {t('account.confirm.next')}
      </ButtonLink>
    </Door>
  );
}
