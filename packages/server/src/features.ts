import { adminRoutes } from './features/admin/admin.routes.js';
import { authRoutes } from './features/auth/auth.routes.js';
import { healthRoutes } from './features/health/health.routes.js';
import { profileRoutes } from './features/profile/profile.routes.js';
import { userRoutes } from './features/users/users.routes.js';
import type { App } from './platform/http/app.js';

/** The one list of features. */
export const featureRoutes: readonly ((app: App) => Promise<void>)[] = [
  authRoutes,
  userRoutes,
  profileRoutes,
  adminRoutes,
  healthRoutes,
];
