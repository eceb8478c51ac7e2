import type { PathOf, User } from '@fallwatch/client';
import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.js';
import { Confirm } from '../../parts/Confirm.js';
import { FormDialog } from '../../parts/Dialog.js';
import { useAction } from '../../parts/useAction.js';
import { assignmentPaths } from '../parts/assignmentPaths.js';
import { fullName } from '../parts/fullName.js';

export interface Change {
  readonly kind: 'changeRole' | 'deactivate' | 'reactivate' | 'delete';
  readonly user: User;
}

interface Closable {
  readonly user: User;
  readonly onClose: () => void;
}

const changed: readonly PathOf<'get'>[] = ['/api/admin/users', ...assignmentPaths];
const roles = ['PATIENT', 'CAREGIVER', 'ADMIN'] as const;

export function ChangeUser({ kind, ...given }: Change & Closable) {
  if (kind === 'changeRole') return <ChangeRole {...given} />;
  if (kind === 'delete') return <DeleteUser {...given} />;
  return <ChangeStatus {...given} />;
}

function ChangeStatus({ user, onClose }: Closable) {
  const { t } = useTranslation();
  const isActive = user.status === 'active';
  const verb = isActive ? 'deactivate' : 'reactivate';
  return (
    <Confirm
      title={t(`admin.users.${verb}Title`, { name: fullName(user) })}
      explain={t(`admin.users.${verb}Explain`)}
      submit={t(`admin.users.${verb}`)}
      isDangerous={isActive}
      act={() =>
        api.put('/api/admin/users/{id}', {
          path: { id: user.id },
          body: { status: isActive ? 'inactive' : 'active' },
        })
      }
      changed={changed}
      onClose={onClose}
    />
  );
}

function ChangeRole({ user, onClose }: Closable) {
  const { t } = useTranslation();
  const [role, setRole] = useState<User['role']>(user.role);
  const action = useAction(
    () => api.post('/api/admin/users/{id}/role', { path: { id: user.id }, body: { role } }),
    ...changed,
  );
  return (
    <FormDialog
      title={t('admin.users.changeRoleTitle', { name: fullName(user) })}
      submit={t('admin.users.changeRole')}
      action={action}
      isReady={role !== user.role}
      onClose={onClose}
      onSubmit={submitting(() => action.mutate(undefined, { onSuccess: onClose }))}
    >
      <Text>{t('admin.users.changeRoleExplain')}</Text>
      <Radio.Group
        label={t('admin.users.role')}
        value={role}
        onChange={(value) => setRole(roles.find((each) => each === value) ?? user.role)}
      >
        <Stack gap="sm" mt="xs">
          {roles.map((each) => (
            <Radio key={each} value={each} size="md" label={t(`common.role.${each}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}

/** The admin types the e-mail address of the account, so that no account is deleted by accident. */
function DeleteUser({ user, onClose }: Closable) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const action = useAction(() => api.delete('/api/admin/users/{id}', { path: { id: user.id } }), ...changed);
  return (
    <FormDialog
      title={t('admin.users.deleteTitle', { name: fullName(user) })}
      submit={t('admin.users.delete')}
      action={action}
      isDangerous
      isReady={typed.trim().toLowerCase() === user.email.toLowerCase()}
      onClose={onClose}
      onSubmit={submitting(() => action.mutate(undefined, { onSuccess: onClose }))}
    >
      <Text>{t('admin.users.deleteExplain')}</Text>
      <TextInput
        size="md"
        label={t('admin.users.deleteType', { email: user.email })}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}

const submitting =
  (act: () => void) =>
  (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    act();
  };
