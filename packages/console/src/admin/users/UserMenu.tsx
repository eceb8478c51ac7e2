import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fullName } from '../parts/fullName.js';
import type { Change } from './ChangeUser.js';

interface UserMenuProps {
  readonly of: Change['user'];
  readonly onChoose: (kind: Change['kind']) => void;
}

export function UserMenu({ of: user, onChoose }: UserMenuProps) {
  const { t } = useTranslation();
  const isActive = user.status === 'active';
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" size="sm" aria-label={t('admin.users.changeOf', { name: fullName(user) })}>
          {t('admin.users.change')} <span aria-hidden="true">&nbsp;▾</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item py="sm" onClick={() => onChoose('changeRole')}>
          {t('admin.users.changeRole')}
        </Menu.Item>
        <Menu.Item py="sm" onClick={() => onChoose(isActive ? 'deactivate' : 'reactivate')}>
          {t(isActive ? 'admin.users.deactivate' : 'admin.users.reactivate')}
        </Menu.Item>
        <Menu.Item py="sm" c="var(--mantine-color-error)" onClick={() => onChoose('delete')}>
          {t('admin.users.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
