import type { Invitation } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invitationLink } from '../frame/InvitationPage.js';
import { LinkDialog } from './LinkDialog.js';
import { Section } from './Section.js';

interface InviteAgainProps {
  readonly name: string;
  readonly email: string;
  readonly invite: () => Promise<Invitation>;
}

/** For a person who has not accepted the invitation yet. */
export function InviteAgain({ name, email, invite }: InviteAgainProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title={t('account.again.title')}>
      <Text>{t('account.again.explain', { name })}</Text>
      <Button variant="default" size="md" w="fit-content" onClick={() => setAsking(true)}>
        {t('account.again.send')}
      </Button>
      {isAsking && (
        <LinkDialog
          person={{ name, email }}
          words={{
            title: t('account.again.confirmTitle', { name }),
            explain: t('account.again.confirmExplain', { email }),
            submit: t('account.again.send'),
            done: t('account.again.done', { name }),
          }}
          create={async () => {
            const { token, ...invitation } = await invite();
            return { ...invitation, link: invitationLink(token) };
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
