import type { PathOf } from '@fallwatch/client';

/** Whatever shows a device or its wearer. */
export const devicePaths = [
  '/api/device/{id}',
  '/api/patients/{id}/devices',
  '/api/patients/me',
  '/api/patients',
  '/api/admin/devices',
  '/api/admin/stats',
] as const satisfies readonly PathOf<'get'>[];
