import type { CreatedCaregiver } from '@fallwatch/client';
import { Button, CopyButton, Group, Portal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { invitationLink } from '../frame/InvitationPage.js';
import { LinkField } from '../parts/LinkToPassOn.js';
import { momentWords } from '../parts/times.js';
import type { Me } from '../session.js';
import { InvitationLetter } from './InvitationLetter.js';

export interface InvitedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Me['role'];
  readonly invitation: CreatedCaregiver['invitation'];
}

interface InvitedProps {
  readonly of: InvitedPerson;
  /** Further things to do. */
  readonly children?: ReactNode;
  /** Shows the letter on the page too. */
  readonly hasPreview?: boolean;
}

/** The invitation to pass on: as a letter with a code, or as a link. */
export function Invited({ of: invited, children, hasPreview = false }: InvitedProps) {
  const { t } = useTranslation();
  const { name, email, role, invitation } = invited;
  if (!invitation) return null;
  const { token, mailed, expiresAt } = invitation;
  const link = invitationLink(token);
  const letter = { name, email, role, link, expiresAt };
  return (
    <Stack maw={620}>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {mailed ? t('letter.mailed', { email }) : t('letter.notMailed', { name })}{' '}
        {t('letter.once', { until: momentWords(expiresAt) })}
      </Text>
      <Group gap="sm">
        <Button size="md" onClick={() => window.print()}>
          {t('letter.print')}
        </Button>
        <CopyButton value={link} timeout={4_000}>
          {({ copied, copy }) => (
            <Button variant="default" size="md" onClick={copy}>
              <span aria-live="polite">{copied ? t('letter.copied') : t('letter.copy')}</span>
            </Button>
          )}
        </CopyButton>
        {children}
      </Group>
      <LinkField label={t('letter.link', { name })} link={link} />
      {isOnlyHere(link) && (
        <Text size="sm" c="dimmed">
          {t('letter.onlyHere')}
        </Text>
      )}
      {hasPreview && <InvitationLetter of={letter} isShown />}
      <Portal reuseTargetNode={false}>
        <InvitationLetter of={letter} />
      </Portal>
    </Stack>
  );
}

/** On another device, such an address leads to that device itself. */
const isOnlyHere = (link: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(link);
