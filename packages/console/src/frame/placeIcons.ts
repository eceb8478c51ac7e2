import {
  IconActivity,
  IconBell,
  IconChartBar,
  IconDeviceTv,
  IconDeviceWatch,
  IconFileText,
  IconHeartHandshake,
  IconHome,
  IconId,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconMailForward,
  IconMessage,
  IconPoint,
  IconSettings,
  IconTool,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';

const icons: Readonly<Record<string, TablerIcon>> = {
  board: IconLayoutGrid,
  home: IconHome,
  messages: IconMessage,
  overview: IconLayoutDashboard,
  alerts: IconBell,
  people: IconUsers,
  caregivers: IconHeartHandshake,
  devices: IconDeviceWatch,
  falls: IconActivity,
  reports: IconChartBar,
  users: IconId,
  logs: IconFileText,
  maintenance: IconTool,
  webhooks: IconWebhook,
  outbox: IconMailForward,
  wall: IconDeviceTv,
  settings: IconSettings,
};

/** The icon of a place in the navigation. */
export const placeIcon = (name: string): TablerIcon => icons[name] ?? IconPoint;
