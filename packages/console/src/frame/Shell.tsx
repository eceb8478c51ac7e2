import { AppShell, Box, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Alarm } from '../board/Alarm.js';
import { useSoundByTouch } from '../board/sound.js';
import { useUnread } from '../messages/unread.js';
import { useHasOutbox } from '../outbox/outboxQuery.js';
import { Face } from '../parts/Face.js';
import { Icon } from '../parts/Icon.js';
import { type Me, useSignedIn } from '../session.js';
import { useSiteName } from '../siteName.js';
import { HelpBar } from '../wearer/HelpBar.js';
import { ConnectionBanner } from './ConnectionBanner.js';
import { ConnectionState } from './ConnectionState.js';
import { KeepAwake } from './KeepAwake.js';
import { placeIcon } from './placeIcons.js';
import { SessionBar } from './SessionBar.js';
import { SoundBar } from './SoundBar.js';
import { SoundState } from './SoundState.js';
import { useLive } from './useLive.js';

/** The navigation of each role, most important first. */
const places = {
  CAREGIVER: [
    ['/', 'board'],
    ['/shift', 'shift'],
    ['/schedules', 'schedules'],
    ['/reports', 'reports'],
    ['/messages', 'messages'],
    ['/wall', 'wall'],
  ],
  PATIENT: [
    ['/', 'home'],
    ['/messages', 'messages'],
  ],
  ADMIN: [
    ['/', 'overview'],
    ['/board', 'board'],
    ['/admin/alerts', 'alerts'],
    ['/admin/people', 'people'],
    ['/admin/caregivers', 'caregivers'],
    ['/schedules', 'schedules'],
    ['/admin/devices', 'devices'],
    ['/admin/falls', 'falls'],
    ['/reports', 'reports'],
    ['/admin/users', 'users'],
    ['/admin/logs', 'logs'],
    ['/admin/maintenance', 'maintenance'],
    ['/wall', 'wall'],
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
  useSoundByTouch(true);
  useLargeText(!isAlerted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the menu when the path changes.
  useEffect(close, [pathname]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'lg' }}
    >
      <a href="#content" className="skip-link">
        {t('frame.skip')}
      </a>
      <Header of={me} isOpen={isOpen} onToggle={toggle} />
      <Navigation role={me.role} />
      <AppShell.Main id="content" tabIndex={-1}>
        <Box className="bars">
          {isAlerted && <SoundBar />}
          <ConnectionBanner isHeard={isAlerted} />
          <SessionBar />
          {isAlerted && <Alarm />}
          {!isAlerted && pathname !== '/' && <HelpBar />}
        </Box>
        <Box maw={1440}>
          <Outlet />
          {isAlerted && ['/', '/board'].includes(pathname) && <KeepAwake />}
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

/** All text of a wearer is at least 20 px, also in dialogs, which are not inside this component. */
function useLargeText(isWanted: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-large', isWanted);
    return () => document.documentElement.removeAttribute('data-large');
  }, [isWanted]);
}

interface HeaderProps {
  readonly of: Me;
  /** The menu, on small screens. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Header({ of: { firstName, lastName, role }, isOpen, onToggle }: HeaderProps) {
  const { t } = useTranslation();
  const name = `${firstName} ${lastName}`;
  const isAlerted = role !== 'PATIENT';
  return (
    <AppShell.Header>
      <Group h="100%" px={{ base: 'sm', md: 'lg' }} gap="sm" wrap="nowrap">
        <Burger
          opened={isOpen}
          onClick={onToggle}
          hiddenFrom="sm"
          size="sm"
          aria-label={t('frame.menu')}
          aria-expanded={isOpen}
        />
        <img src="/icon.svg" width={28} height={28} alt="" />
        <Text fw={700} truncate>
          {useSiteName()}
        </Text>
        <Box flex={1} />
        {isAlerted && <SoundState />}
        <ConnectionState />
        <Text size="sm" truncate visibleFrom="sm">
          {name}
        </Text>
        <Face name={name} size={36} />
      </Group>
    </AppShell.Header>
  );
}

function Navigation({ role }: Pick<Me, 'role'>) {
  const { t } = useTranslation();
  const hasOutbox = useHasOutbox(role === 'ADMIN');
  return (
    <AppShell.Navbar p="sm" component="nav" aria-label={t('frame.nav.label')}>
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
      leftSection={<Icon of={placeIcon(name)} />}
      label={
        <>
          {t(`frame.nav.${name}`)}
          {count > 0 && <span className="visually-hidden">{t('frame.nav.unread', { count })}</span>}
        </>
      }
      rightSection={count > 0 && <Count of={count} />}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      className="place"
    />
  );
}

/** The words beside it say the same to screen readers. */
function Count({ of: count }: { readonly of: number }) {
  return (
    <span className="pill" data-meaning="primary" aria-hidden="true">
      {count}
    </span>
  );
}
