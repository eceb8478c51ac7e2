import type { User } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.js';
import { LinkDialog } from '../../parts/LinkDialog.js';
import { LinkToPassOn } from '../../parts/LinkToPassOn.js';
import { Section } from '../../parts/Section.js';
import { fullName } from '../parts/fullName.js';

export function ResetPassword({ of: user }: { readonly of: User }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [name, email] = [fullName(user), user.email];
  return (
    <Section title={t('account.resetOther.title')}>
      <Text>{t('account.resetOther.explain', { name })}</Text>
      <Button variant="default" size="md" w="fit-content" onClick={() => setAsking(true)}>
        {t('account.resetOther.open')}
      </Button>
      {isAsking && (
        <LinkDialog
          words={{
            title: t('account.resetOther.confirmTitle', { name }),
            explain: t('account.resetOther.confirmExplain', { name, email }),
            submit: t('account.resetOther.submit'),
            done: t('account.resetOther.done'),
          }}
          create={() => api.post('/api/admin/users/{id}/password-reset', { path: { id: user.id } })}
          onClose={() => setAsking(false)}
        >
          {({ url, ...link }) => <LinkToPassOn name={name} email={email} link={url} {...link} />}
        </LinkDialog>
      )}
    </Section>
  );
}
