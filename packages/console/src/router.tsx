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

/** One address may mean something else to each role; to a role that it means nothing to, it does not exist. */
function byRole(pages: Pages): RouteComponent {
  return function PageOfRole() {
    const PageFor = pages[useSignedIn().role] ?? NotFoundPage;
    return <PageFor />;
  };
}

const everybody = (page: RouteComponent): Pages => ({ PATIENT: page, CAREGIVER: page, ADMIN: page });
const admins = (page: RouteComponent): Pages => ({ ADMIN: page });

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage, errorComponent: BrokenPage });
const routeOf = <Path extends string>(path: Path, pages: Pages) =>
  createRoute({ getParentRoute: () => root, path, component: byRole(pages) });

const wearerHome = lazyRouteComponent(() => import('./wearer/WearerHome.js'), 'WearerHome');
const board = lazyRouteComponent(() => import('./board/Board.js'), 'Board');
const overview = lazyRouteComponent(() => import('./admin/Overview.js'), 'Overview');
const person = lazyRouteComponent(() => import('./person/PersonPage.js'), 'PersonPage');
const fall = lazyRouteComponent(() => import('./person/FallPage.js'), 'FallPage');
const conversations = lazyRouteComponent(() => import('./messages/Conversations.js'), 'Conversations');
const conversation = lazyRouteComponent(() => import('./messages/Conversation.js'), 'Conversation');
const settings = lazyRouteComponent(() => import('./settings/Settings.js'), 'Settings');

const routes = [
  routeOf('/', { PATIENT: wearerHome, CAREGIVER: board, ADMIN: overview }),
  routeOf('/people/$id', { CAREGIVER: person, ADMIN: person }),
  routeOf('/falls/$id', everybody(fall)),
  routeOf('/messages', everybody(conversations)),
  routeOf('/messages/$id', everybody(conversation)),
  routeOf('/settings', everybody(settings)),
  // Known to the door; behind it they lead nowhere.
  routeOf('/sign-up', {}),
  routeOf('/invitation', {}),
  routeOf('/admin/alerts', admins(lazyRouteComponent(() => import('./admin/Alerts.js'), 'Alerts'))),
  routeOf('/admin/people', admins(lazyRouteComponent(() => import('./admin/People.js'), 'People'))),
  routeOf('/admin/caregivers', admins(lazyRouteComponent(() => import('./admin/Caregivers.js'), 'Caregivers'))),
  routeOf('/admin/caregivers/$id', admins(lazyRouteComponent(() => import('./admin/Caregiver.js'), 'Caregiver'))),
  routeOf('/admin/devices', admins(lazyRouteComponent(() => import('./admin/Devices.js'), 'Devices'))),
  routeOf('/admin/falls', admins(lazyRouteComponent(() => import('./admin/Falls.js'), 'Falls'))),
  routeOf('/admin/users', admins(lazyRouteComponent(() => import('./admin/Users.js'), 'Users'))),
  routeOf('/admin/logs', admins(lazyRouteComponent(() => import('./admin/Logs.js'), 'Logs'))),
  routeOf('/admin/maintenance', admins(lazyRouteComponent(() => import('./admin/Maintenance.js'), 'Maintenance'))),
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
