import type { User as Shown } from '@fallwatch/client';
import { Group, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { TextLink } from '../parts/links.js';
import { Mark } from '../parts/Mark.js';
import { Page } from '../parts/Page.js';
import { InviteAgain } from '../people/InviteAgain.js';
import { useSignedIn } from '../session.js';
import { fullName } from './parts/fullName.js';
import { UserContacts } from './parts/UserContacts.js';
import { RemoveSecondFactors } from './users/RemoveSecondFactors.js';
import { ResetPassword } from './users/ResetPassword.js';

export function User() {
  const { id = '' } = useParams({ strict: false });
  const answer = useGet('/api/admin/users/{id}', { path: { id } });
  return <Answered of={answer}>{(user) => <UserDetails of={user} />}</Answered>;
}

function UserDetails({ of: user }: { readonly of: Shown }) {
  const { t } = useTranslation();
  const me = useSignedIn();
  const { id, role } = user;
  const name = fullName(user);
  return (
    <Page title={name}>
      <Group gap="md">
        <Text>{user.email}</Text>
        <Text>{t(`common.role.${role}`)}</Text>
        {user.status === 'inactive' && <Mark tone="attention">{t('common.accountStatus.inactive')}</Mark>}
        {user.invitationPending && <Mark tone="calm">{t('admin.people.invited')}</Mark>}
        {role === 'CAREGIVER' && (
          <TextLink to="/admin/caregivers/$id" params={{ id }}>
            {t('admin.users.caredFor')}
          </TextLink>
        )}
      </Group>
      {user.status === 'active' && user.invitationPending && (
        <InviteAgain
          person={{ id, name, email: user.email, role }}
          invite={() => api.post('/api/admin/users/{id}/invitation', { path: { id } })}
        />
      )}
      {user.status === 'active' && !user.invitationPending && <ResetPassword of={user} />}
      {role !== 'PATIENT' && <UserContacts id={id} name={name} />}
      {id !== me.id && <RemoveSecondFactors of={user} />}
    </Page>
  );
}
