import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router';
import { BrokenPage } from './frame/BrokenPage.js';
import { NotFoundPage } from './frame/NotFoundPage.js';
import { Root } from './frame/Root.js';
import { Loading } from './parts/states.js';
import { type Me, useSignedIn } from './session.js';

type Role = Me['role'];
type Pages = Partial<Record<Role, RouteComponent>>;

/** One path may show a different page to each role. For a role without a page the path does not exist. */
function byRole(pages: Pages): RouteComponent {
  return function PageOfRole() {
    const PageFor = pages[useSignedIn().role] ?? NotFoundPage;
    return <PageFor />;
  };
}

const everybody = (page: RouteComponent): Pages => ({ PATIENT: page, CAREGIVER: page, ADMIN: page });
const admins = (page: RouteComponent): Pages => ({ ADMIN: page });

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage, errorComponent: BrokenPage });
const createPageRoute = <Path extends string>(path: Path, pages: Pages) =>
  createRoute({ getParentRoute: () => root, path, component: byRole(pages) });

const wearerHome = lazyRouteComponent(() => import('./wearer/WearerHome.js'), 'WearerHome');
const board = lazyRouteComponent(() => import('./board/Board.js'), 'Board');
const overview = lazyRouteComponent(() => import('./admin/Overview.js'), 'Overview');
const person = lazyRouteComponent(() => import('./person/PersonPage.js'), 'PersonPage');
const ownFalls = lazyRouteComponent(() => import('./wearer/OwnFalls.js'), 'OwnFalls');
const addPerson = lazyRouteComponent(() => import('./people/AddPersonPage.js'), 'AddPersonPage');
const editPerson = lazyRouteComponent(() => import('./people/EditPersonPage.js'), 'EditPersonPage');
const webhooks = lazyRouteComponent(() => import('./webhooks/Webhooks.js'), 'Webhooks');
const webhook = lazyRouteComponent(() => import('./webhooks/WebhookDeliveries.js'), 'WebhookDeliveries');
const fall = lazyRouteComponent(() => import('./person/FallPage.js'), 'FallPage');
const reports = lazyRouteComponent(() => import('./reports/ReportsPage.js'), 'ReportsPage');
const monthly = lazyRouteComponent(() => import('./reports/MonthlyPage.js'), 'MonthlyPage');
const fallReport = lazyRouteComponent(() => import('./papers/FallReport.js'), 'FallReport');
const personSheet = lazyRouteComponent(() => import('./papers/PersonSheet.js'), 'PersonSheet');
const conversations = lazyRouteComponent(() => import('./messages/Conversations.js'), 'Conversations');
const conversation = lazyRouteComponent(() => import('./messages/Conversation.js'), 'Conversation');
const device = lazyRouteComponent(() => import('./device/DevicePage.js'), 'DevicePage');
const pair = lazyRouteComponent(() => import('./pairing/PairPage.js'), 'PairPage');
const startShift = lazyRouteComponent(() => import('./shift/StartShift.js'), 'StartShift');
const schedules = lazyRouteComponent(() => import('./schedules/Schedules.js'), 'Schedules');
const schedule = lazyRouteComponent(() => import('./schedules/SchedulePage.js'), 'SchedulePage');
const settings = lazyRouteComponent(() => import('./settings/Settings.js'), 'Settings');

const routes = [
  createPageRoute('/', { PATIENT: wearerHome, CAREGIVER: board, ADMIN: overview }),
  createPageRoute('/board', admins(board)),
  createPageRoute('/people/$id', { CAREGIVER: person, ADMIN: person }),
  createPageRoute('/people/new', { CAREGIVER: addPerson, ADMIN: addPerson }),
  createPageRoute('/people/$id/edit', { CAREGIVER: editPerson, ADMIN: editPerson }),
  createPageRoute('/webhooks', { CAREGIVER: webhooks, ADMIN: webhooks }),
  createPageRoute('/webhooks/$id', { CAREGIVER: webhook, ADMIN: webhook }),
  createPageRoute('/people/$id/sheet', { CAREGIVER: personSheet, ADMIN: personSheet }),
  createPageRoute('/reports', { CAREGIVER: reports, ADMIN: reports }),
  createPageRoute('/reports/monthly', admins(monthly)),
  createPageRoute('/devices/$id', everybody(device)),
  createPageRoute('/pair', everybody(pair)),
  createPageRoute('/falls', { PATIENT: ownFalls }),
  createPageRoute('/falls/$id', everybody(fall)),
  createPageRoute('/falls/$id/report', { CAREGIVER: fallReport, ADMIN: fallReport }),
  createPageRoute('/messages', everybody(conversations)),
  createPageRoute('/messages/$id', everybody(conversation)),
  createPageRoute('/schedules', { CAREGIVER: schedules, ADMIN: schedules }),
  createPageRoute('/schedules/$id', { CAREGIVER: schedule, ADMIN: schedule }),
  createPageRoute('/shift', { CAREGIVER: startShift }),
  createPageRoute('/settings', everybody(settings)),
  // The frame handles these paths; inside the console they show no page.
  createPageRoute('/answer', {}),
  createPageRoute('/sign-up', {}),
  createPageRoute('/setup', {}),
  createPageRoute('/invitation', {}),
  createPageRoute('/forgot', {}),
  createPageRoute('/reset', {}),
  createPageRoute('/email', {}),
  createPageRoute('/wear', {}),
  createPageRoute('/wall', {}),
  createPageRoute('/admin/alerts', admins(lazyRouteComponent(() => import('./admin/Alerts.js'), 'Alerts'))),
  createPageRoute('/admin/people', admins(lazyRouteComponent(() => import('./admin/People.js'), 'People'))),
  createPageRoute('/admin/caregivers', admins(lazyRouteComponent(() => import('./admin/Caregivers.js'), 'Caregivers'))),
  createPageRoute(
    '/admin/caregivers/$id',
    admins(lazyRouteComponent(() => import('./admin/Caregiver.js'), 'Caregiver')),
  ),
  createPageRoute('/admin/devices', admins(lazyRouteComponent(() => import('./admin/Devices.js'), 'Devices'))),
  createPageRoute('/admin/falls', admins(lazyRouteComponent(() => import('./admin/Falls.js'), 'Falls'))),
  createPageRoute('/admin/users', admins(lazyRouteComponent(() => import('./admin/Users.js'), 'Users'))),
  createPageRoute('/admin/users/$id', admins(lazyRouteComponent(() => import('./admin/User.js'), 'User'))),
  createPageRoute('/admin/logs', admins(lazyRouteComponent(() => import('./admin/Logs.js'), 'Logs'))),
  createPageRoute(
    '/admin/maintenance',
    admins(lazyRouteComponent(() => import('./admin/Maintenance.js'), 'Maintenance')),
  ),
  createPageRoute('/outbox', admins(lazyRouteComponent(() => import('./outbox/Outbox.js'), 'Outbox'))),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPendingComponent: Loading,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
