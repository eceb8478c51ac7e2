import { checkInWithin } from './check-ins.js';
import type { RowRequest } from './matrix-device-requests.js';
import { freshEmail, password, root } from './people.js';
import { pngPhoto } from './photos.js';
import { answerFalls, falseAlarm, setThreshold, thresholdPath } from './thresholds.js';

/** People's details, and the first run: rows of matrix-requests.ts. */
export const peopleRequests: Record<string, RowRequest> = {
  'PM-530': () => ({ url: '/patients/trends' }),
  'PM-490': async ({ p1, c1 }) => {
    await c1.put(`/patients/${p1.id}/photo`, { image: pngPhoto });
    return { url: `/patients/${p1.id}/photo` };
  },
  'PM-491': ({ p1 }) => ({ url: `/patients/${p1.id}/photo`, body: { image: pngPhoto } }),
  'PM-492': async ({ p1, c1 }) => {
    await c1.put(`/patients/${p1.id}/photo`, { image: pngPhoto });
    return { url: `/patients/${p1.id}/photo` };
  },
  'PM-580': ({ p1 }) => ({ url: `/patients/${p1.id}/vital-limits` }),
  'PM-581': ({ p1 }) => ({ url: `/patients/${p1.id}/vital-limits`, body: { oxygenLow: 88 } }),
  'PM-760': ({ p1 }) => ({ url: `/patients/${p1.id}/home-assistant` }),
  // Switching it on needs a broker.
  'PM-761': ({ p1 }) => ({ url: `/patients/${p1.id}/home-assistant`, body: { enabled: false } }),
  'PM-590': ({ p1 }) => ({ url: thresholdPath(p1) }),
  'PM-591': async ({ p1, c1 }) => {
    await answerFalls(p1, c1, falseAlarm);
    return { url: thresholdPath(p1), body: { threshold: 0.55 } };
  },
  'PM-592': async ({ p1, c1 }) => {
    await setThreshold(p1, c1);
    return { url: thresholdPath(p1) };
  },
  'PM-680': () => ({ url: '/caregivers/me/shift-checks', body: { sound: 'HEARD', push: 'RECEIVED' } }),
  'PM-681': () => ({ url: '/caregivers/me/readiness' }),
  'PM-682': () => ({ url: '/admin/readiness' }),
  'PM-630': ({ p1 }) => ({ url: `/patients/${p1.id}/check-in` }),
  'PM-631': ({ p1 }) => ({ url: `/patients/${p1.id}/check-in`, body: { by: '09:00', zone: 'Europe/Berlin' } }),
  'PM-632': ({ p1 }) => ({ url: `/patients/${p1.id}/check-in` }),
  'PM-633': () => ({ url: '/patients/me/check-in' }),
  'PM-634': async (_, { caller, id }) => {
    if (caller.endsWith('_patient') || caller === 'patient_self') await checkInWithin(60, { id }, await root());
    return { url: '/patients/me/check-in' };
  },
  'PM-493': () => ({ url: '/setup' }),
  'PM-494': () => ({ url: '/setup', body: { code: 'BCDF', password, ...draft() } }),
  'PM-495': () => ({ url: '/admin/setup' }),
  'PM-496': () => ({ url: '/admin/users', body: { role: 'PATIENT', ...draft() } }),
  'PM-497': () => ({ url: '/admin/users', body: { role: 'ADMIN', ...draft() } }),
};

const draft = () => ({ email: freshEmail(), firstName: 'New', lastName: 'Person' });
