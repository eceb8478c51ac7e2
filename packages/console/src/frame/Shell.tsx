import { AppShell, Box, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Alarm } from '../board/Alarm.js';
import { useSoundByTouch } from '../board/sound.js';
import { useUnread } from '../messages/unread.js';
import { useHasOutbox } from '../outbox/outboxQuery.js';
import { type Me, useSignedIn } from '../session.js';
import { ConnectionBanner } from './ConnectionBanner.js';
import { KeepAwake } from './KeepAwake.js';
import { SessionBar } from './SessionBar.js';
import { SoundBar } from './SoundBar.js';
import { useLive } from './useLive.js';

/** The navigation of each role, most important first. */
const places = {
  CAREGIVER: [
    ['/', 'board'],
    ['/messages', 'messages'],
  ],
  PATIENT: [
    ['/', 'home'],
    ['/messages', 'messages'],
  ],
  ADMIN: [
    ['/', 'overview'],
    ['/admin/alerts', 'alerts'],
    ['/admin/people', 'people'],
    ['/admin/caregivers', 'caregivers'],
    ['/admin/devices', 'devices'],
    ['/admin/falls', 'falls'],
    ['/admin/users', 'users'],
    ['/admin/logs', 'logs'],
    ['/admin/maintenance', 'maintenance'],
    ['/outbox', 'outbox'],
    ['/messages', 'messages'],
  ],
} as const satisfies Record<Me['role'], readonly (readonly [string, string])[]>;

export function Shell() {
  const { t } = useTranslation();
  const me = useSignedIn();
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  // Wearers get questions and answers on their own page; all other roles get alerts.
  const isAlerted = me.role !== 'PATIENT';
  useLive(me.id);
  useSoundByTouch(isAlerted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the menu when the path changes.
  useEffect(close, [pathname]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a href="#content" className="skip-link">
        {t('frame.skip')}
      </a>
      <Header of={me} isOpen={isOpen} onToggle={toggle} />
      <Navigation role={me.role} />
      <AppShell.Main id="content" tabIndex={-1}>
        <Box
          className="bars"
          mx="calc(var(--mantine-spacing-md) * -1)"
          mt="calc(var(--mantine-spacing-md) * -1)"
          mb="md"
        >
          {isAlerted && <SoundBar />}
          <ConnectionBanner isHeard={isAlerted} />
          <SessionBar />
          {isAlerted && <Alarm />}
        </Box>
        <Box maw={1100}>
          <Outlet />
          {isAlerted && pathname === '/' && <KeepAwake />}
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

interface HeaderProps {
  readonly of: Me;
  /** The menu, on small screens. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Header({ of: { firstName, lastName }, isOpen, onToggle }: HeaderProps) {
  const { t } = useTranslation();
  return (
    <AppShell.Header>
      <Group h="100%" px="md" justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={onToggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t('frame.menu')}
            aria-expanded={isOpen}
          />
          <img src="/icon.svg" width={32} height={32} alt="" />
          <Text fw={700}>Fallwatch</Text>
        </Group>
        <Text size="sm" truncate>
          {firstName} {lastName}
        </Text>
      </Group>
    </AppShell.Header>
  );
}

function Navigation({ role }: Pick<Me, 'role'>) {
  const { t } = useTranslation();
  const hasOutbox = useHasOutbox(role === 'ADMIN');
  return (
    <AppShell.Navbar p="xs" component="nav" aria-label={t('frame.nav.label')}>
      <ScrollArea>
        {places[role].map(([to, name]) => (name !== 'outbox' || hasOutbox) && <Place key={to} to={to} name={name} />)}
        <Place to="/settings" name="settings" />
      </ScrollArea>
    </AppShell.Navbar>
  );
}

type Name = (typeof places)[Me['role']][number][1] | 'settings';

function Place({ to, name }: { readonly to: string; readonly name: Name }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const unread = useUnread();
  const count = name === 'messages' ? unread : 0;
  const isHere = to === '/' ? pathname === '/' : pathname.startsWith(to);
  return (
    <NavLink
      component={Link}
      to={to}
      label={count > 0 ? t('frame.nav.messagesUnread', { count }) : t(`frame.nav.${name}`)}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      py="sm"
    />
  );
}
