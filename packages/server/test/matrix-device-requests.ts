import type { Actor, Scene } from './matrix-cast.js';
import { startPairing } from './pairing.js';
import { assign, callAsRoot, device, freshMac, patient, upload } from './people.js';

export interface Request {
  readonly url: string;
  readonly body?: object | string;
  readonly headers?: Record<string, string>;
  readonly method?: 'GET';
  /** For rows about one certain admin. */
  readonly token?: string | undefined;
}

export type RowRequest = (scene: Scene, actor: Actor) => Request | Promise<Request>;

/** Uploads, pairing, credentials and ownership: rows of matrix-requests.ts. */
export const deviceRequests: Record<string, RowRequest> = {
  'PM-350': () => ({ url: '/device/readings', body: upload(freshMac()) }),
  'PM-351': async ({ p1 }, { device: own }) => ({
    url: '/device/readings',
    body: upload((own ?? (await device(p1))).mac),
  }),
  'PM-352': async ({ p1 }) => {
    const { id, mac } = await device(p1);
    await callAsRoot((first) => first.post(`/admin/devices/${id}/disable`));
    return { url: '/device/readings', body: upload(mac) };
  },
  'PM-400': async ({ p1 }) => ({ url: `/device/${(await device(p1)).id}`, body: { name: 'Watch' } }),
  'PM-401': async ({ p1 }) => ({ url: `/device/${(await device(p1)).id}/release` }),
  'PM-402': async ({ p1, c1 }) => {
    const other = await patient();
    await assign(c1, other);
    return { url: `/device/${(await device(p1)).id}/transfer`, body: { patientId: other.id } };
  },
  'PM-403': async ({ p1 }) => ({ url: `/device/${(await device(p1)).id}/credentials` }),
  'PM-404': async ({ p1 }) => ({ url: `/device/${(await device(p1)).id}/credentials` }),
  'PM-405': async ({ p1 }) => {
    const { id } = await device(p1);
    const { data } = await p1.post(`/device/${id}/credentials`);
    return { url: `/device/${id}/credentials/${data.id}` };
  },
  'PM-406': () => ({ url: '/device/credential' }),
  'PM-412': () => ({ url: '/device/credential' }),
  'PM-407': () => ({ url: '/device/pairings', body: { device_id: freshMac() } }),
  'PM-408': async () => ({ url: '/device/pairings/poll', body: { deviceCode: (await startPairing()).deviceCode } }),
  'PM-409': async ({ p1 }) => ({
    url: '/device/pairings/claim',
    body: { userCode: (await startPairing()).userCode, patientId: p1.id },
  }),
  'PM-410': ({ p1 }) => ({ url: '/device/pairing-codes', body: { patientId: p1.id } }),
  'PM-411': async ({ p1 }) => ({
    url: '/device/pairings/redeem',
    body: { code: (await p1.post('/device/pairing-codes')).data.code, device_id: freshMac() },
  }),
};
