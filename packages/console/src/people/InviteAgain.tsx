import type { Invitation } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkDialog } from '../parts/LinkDialog.js';
import { Section } from '../parts/Section.js';
import { Invited, type InvitedPerson } from './Invited.js';

interface InviteAgainProps {
  readonly person: Omit<InvitedPerson, 'invitation'>;
  readonly invite: () => Promise<Invitation>;
}

/** For a person who has not accepted the invitation yet. */
export function InviteAgain({ person, invite }: InviteAgainProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { name, email } = person;
  return (
    <Section title={t('account.again.title')}>
      <Text>{t('account.again.explain', { name })}</Text>
      <Button variant="default" size="md" w="fit-content" onClick={() => setAsking(true)}>
        {t('account.again.send')}
      </Button>
      {isAsking && (
        <LinkDialog
          words={{
            title: t('account.again.confirmTitle', { name }),
            explain: t('account.again.confirmExplain', { email }),
            submit: t('account.again.send'),
            done: t('account.again.done', { name }),
          }}
          create={invite}
          onClose={() => setAsking(false)}
        >
          {(invitation) => <Invited of={{ ...person, invitation }} />}
        </LinkDialog>
      )}
    </Section>
  );
}
