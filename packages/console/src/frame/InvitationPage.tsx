import type { ReadInvitation } from '@fallwatch/client';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, isEnded } from '../api.js';
import { fieldErrors } from '../parts/errors.js';
import { FormError, NewPassword, typedIn } from '../parts/form.js';
import { ButtonLink } from '../parts/links.js';
import { Loading } from '../parts/states.js';
import { useAction } from '../parts/useAction.js';
import { acceptInvitation } from '../session.js';
import { welcomeHash } from '../settings/welcomeHash.js';
import { Door } from './Door.js';

/** The token is in the fragment (after #): browsers do not send it to servers, so no log contains it. */
export const invitationLink = (token: string): string => `${window.location.origin}/invitation#${token}`;

export function InvitationPage() {
  const { t } = useTranslation();
  const [token] = useState(() => window.location.hash.slice(1));
  const { data: invitation, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.post('/api/auth/invitations/read', { body: { token }, signal }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  if (isEnded(error)) return <DeadInvitation />;
  return (
    <Door title={t('frame.invitation.title')}>
      {token === '' && <Text>{t('frame.invitation.missing')}</Text>}
      <FormError error={error} />
      {invitation ? <Acceptance token={token} invitation={invitation} /> : token !== '' && !error && <Loading />}
    </Door>
  );
}

interface AcceptanceProps {
  readonly token: string;
  readonly invitation: ReadInvitation;
}

function Acceptance({ token, invitation: { email, invitedBy } }: AcceptanceProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const action = useAction(async (password: string) => {
    const { role } = await acceptInvitation({ token, password });
    // Wearers are not alerted. Everybody else must be reachable before the first alert.
    await navigate({ ...(role === 'PATIENT' ? { to: '/' } : { to: '/settings', hash: welcomeHash }), replace: true });
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => action.mutate(typedIn(event).password ?? '');
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text fw={600}>
          {invitedBy === null ? t('account.invitation.somebody') : t('account.invitation.by', { name: invitedBy })}
        </Text>
        <Text>{t('account.invitation.explain')}</Text>
        {/* Read-only, not plain text: password managers store it with the password. */}
        <TextInput name="email" label={t('common.email')} value={email} autoComplete="username" readOnly />
        <NewPassword error={fieldErrors(t, action.error).password} />
        <FormError error={action.error} />
        <Button type="submit" size="md" loading={action.isPending}>
          {t('frame.invitation.submit')}
        </Button>
      </Stack>
    </form>
  );
}

function DeadInvitation() {
  const { t } = useTranslation();
  return (
    <Door title={t('account.invitation.dead')}>
      <Text>{t('account.invitation.deadExplain')}</Text>
      <ButtonLink to="/" size="md">
        {t('frame.signIn.submit')}
      </ButtonLink>
    </Door>
  );
}
