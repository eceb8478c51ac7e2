import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { errorWords, fieldErrors } from '../parts/errors.js';
import { useAction } from '../parts/useAction.js';
import { acceptInvitation } from '../session.js';
import { Door } from './Door.js';
import { typedIn } from './SignInPage.js';

/** The token stands behind the #: it is sent to no server and stays out of every log. */
export const invitationLink = (token: string): string => `${window.location.origin}/invitation#${token}`;

export function InvitationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const action = useAction(async (password: string) => {
    await acceptInvitation({ token: window.location.hash.slice(1), password });
    await navigate({ to: '/', replace: true });
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
            <PasswordInput
              name="password"
              label={t('common.password')}
              description={t('frame.signUp.password')}
              autoComplete="new-password"
              error={fieldErrors(t, action.error).password}
              required
              withAsterisk={false}
            />
            {action.error && (
              <Text c="var(--mantine-color-error)" role="alert">
                {errorWords(t, action.error)}
              </Text>
            )}
            <Button type="submit" size="md" loading={action.isPending}>
              {t('frame.invitation.submit')}
            </Button>
          </Stack>
        </form>
      )}
    </Door>
  );
}
