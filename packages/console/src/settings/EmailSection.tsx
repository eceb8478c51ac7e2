import type { Profile } from '@fallwatch/client';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Mark } from '../parts/Mark.js';
import { Section } from '../parts/Section.js';
import { ErrorNote } from '../parts/states.js';
import { useAction } from '../parts/useAction.js';
import { ChangeEmail } from './ChangeEmail.js';

export function EmailSection() {
  const { t } = useTranslation();
  const answer = useGet('/api/profile/me');
  return (
    <Section title={t('account.email.title')}>
      <Answered of={answer}>{(profile) => <OwnEmail of={profile} />}</Answered>
    </Section>
  );
}

function OwnEmail({ of: { email, emailVerified } }: { readonly of: Profile }) {
  const { t } = useTranslation();
  const [isChanging, setChanging] = useState(false);
  const verify = useAction(() => api.post('/api/profile/email/verification'));
  return (
    <>
      <Group gap="sm">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        <Mark tone={emailVerified ? 'calm' : 'attention'}>
          {emailVerified ? t('account.email.confirmed') : t('account.email.unconfirmed')}
        </Mark>
      </Group>
      <Text>{t('account.email.explain')}</Text>
      {verify.error && <ErrorNote error={verify.error} />}
      <Text role="status">{verify.isSuccess ? t('account.email.verifySent', { email }) : ''}</Text>
      <Group gap="sm">
        {!emailVerified && (
          <Button variant="default" size="md" loading={verify.isPending} onClick={() => verify.mutate()}>
            {t('account.email.verify')}
          </Button>
        )}
        <Button variant="default" size="md" onClick={() => setChanging(true)}>
          {t('account.email.change')}
        </Button>
      </Group>
      {isChanging && <ChangeEmail onClose={() => setChanging(false)} />}
    </>
  );
}
