import type { User } from '@fallwatch/client';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../api.js';
import type { Column } from '../parts/List.js';
import { Listing } from '../parts/Listing.js';
import { TextLink } from '../parts/links.js';
import { Mark } from '../parts/Mark.js';
import { Page } from '../parts/Page.js';
import { Empty } from '../parts/states.js';
import { Ago } from '../parts/times.js';
import { useSignedIn } from '../session.js';
import { byName } from './parts/byName.js';
import { FilterBar, OptionalChoice, SearchBox } from './parts/filters.js';
import { fullName } from './parts/fullName.js';
import { useFilters } from './parts/useFilters.js';
import { AddUser } from './users/AddUser.js';
import { type Change, ChangeUser } from './users/ChangeUser.js';
import { UserMenu } from './users/UserMenu.js';

const roles = ['PATIENT', 'CAREGIVER', 'ADMIN'] as const;
const statuses = ['active', 'inactive'] as const;

export function Users() {
  const { t } = useTranslation();
  const me = useSignedIn();
  const columns = useColumns();
  const { chosen, choose, page, setPage, search, onSearch } = useFilters({
    role: ['', ...roles],
    status: ['', ...statuses],
  });
  const [change, setChange] = useState<Change | null>(null);
  const [isAdding, setAdding] = useState(false);
  const { role, status } = chosen;
  const answer = usePage('/api/admin/users', {
    query: { page, ...byName, ...search, ...(role && { role }), ...(status && { status }) },
  });
  return (
    <Page
      title={t('frame.nav.users')}
      aside={
        <Button size="md" onClick={() => setAdding(true)}>
          {t('admin.users.add')}
        </Button>
      }
    >
      {isAdding && <AddUser onClose={() => setAdding(false)} />}
      <FilterBar>
        <SearchBox placeholder={t('admin.people.search')} onSearch={onSearch} />
        <OptionalChoice
          label={t('admin.users.role')}
          value={role}
          onChange={(next) => choose('role', next)}
          values={roles}
          words={(each) => t(`common.role.${each}`)}
        />
        <OptionalChoice
          label={t('admin.status')}
          value={status}
          onChange={(next) => choose('status', next)}
          values={statuses}
          words={(each) => t(`common.accountStatus.${each}`)}
        />
      </FilterBar>
      <Listing
        of={answer}
        onPage={setPage}
        label={t('frame.nav.users')}
        columns={columns}
        // Admins cannot change their own account here, so they cannot lock themselves out.
        actions={(user) =>
          user.id === me.id ? (
            <Text size="sm" c="dimmed">
              {t('admin.users.you')}
            </Text>
          ) : (
            <UserMenu of={user} onChoose={(kind) => setChange({ kind, user })} />
          )
        }
        empty={<Empty title={t('admin.users.none')}>{t('admin.nothingFoundExplain')}</Empty>}
      />
      {change && <ChangeUser {...change} onClose={() => setChange(null)} />}
    </Page>
  );
}

function useColumns(): readonly [Column<User>, ...Column<User>[]] {
  const { t } = useTranslation();
  return [
    {
      label: t('common.name'),
      cell: (user) => (
        <Group gap="xs">
          <TextLink to={user.role === 'PATIENT' ? '/people/$id' : '/admin/users/$id'} params={{ id: user.id }} fw={600}>
            {fullName(user)}
          </TextLink>
          {user.invitationPending && <Mark tone="calm">{t('admin.people.invited')}</Mark>}
        </Group>
      ),
    },
    { label: t('common.email'), cell: ({ email }) => email },
    { label: t('admin.users.role'), cell: ({ role }) => t(`common.role.${role}`) },
    {
      label: t('admin.status'),
      cell: ({ status }) => (
        <Mark tone={status === 'active' ? 'plain' : 'attention'}>{t(`common.accountStatus.${status}`)}</Mark>
      ),
    },
    { label: t('admin.users.lastLogin'), cell: ({ lastLogin }) => <Ago at={lastLogin} /> },
  ];
}
