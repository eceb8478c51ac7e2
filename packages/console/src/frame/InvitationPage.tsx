import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../parts/errors.js';
import { FormError, NewPassword, typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';
import { acceptInvitation } from '../session.js';
import { welcomeHash } from '../settings/welcomeHash.js';
import { Door } from './Door.js';

/** The token is in the fragment (after #): browsers do not send it to servers, so no log contains it. */
export const invitationLink = (token: string): string => `${window.location.origin}/invitation#${token}`;

export function InvitationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const action = useAction(async (password: string) => {
    const { role } = await acceptInvitation({ token: window.location.hash.slice(1), password });
    // Wearers are not alerted. Everybody else must be reachable before the first alert.
    await navigate({ ...(role === 'PATIENT' ? { to: '/' } : { to: '/settings', hash: welcomeHash }), replace: true });
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => action.mutate(typedIn(event).password ?? '');
  return (
    <Door title={t('frame.invitation.title')}>
      {window.location.hash.length < 2 ? (
        <Text>{t('frame.invitation.missing')}</Text>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <Text>{t('frame.invitation.explain')}</Text>
            <NewPassword error={fieldErrors(t, action.error).password} />
            <FormError error={action.error} />
            <Button type="submit" size="md" loading={action.isPending}>
              {t('frame.invitation.submit')}
            </Button>
          </Stack>
        </form>
      )}
    </Door>
  );
}
