import { FallwatchError } from '@fallwatch/client';
import { api } from '../api.js';

/** On an iPhone only a console on the home screen can. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** A push service delivers within a second; slower networks need longer. */
const codeWithinMs = 30_000;

export async function readEndpointHere(): Promise<string | null> {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.pushManager.getSubscription())?.endpoint ?? null;
}

/**
 * Subscribes this browser and verifies it: the code arrives as its first notification, and the service worker passes it
 * on to this page. Returns false if notifications are not allowed.
 */
export async function subscribeHere(label: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration = await navigator.serviceWorker.ready;
  const { publicKey } = await api.get('/api/push/key');
  const subscribed = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await registration.pushManager.subscribe(subscribed);
  const id = await register(subscription, label);
  const shown = waitForCode(id);
  await api.post('/api/contact-points/{id}/code', { path: { id } });
  await api.post('/api/contact-points/{id}/verify', { path: { id }, body: { code: await shown } });
  await keepProof({ contactPointId: id, auth: subscription.toJSON().keys?.auth, publicKey });
  return true;
}

/** Read by public/notifications.js when the browser replaces the subscription: the worker has no session. */
async function keepProof(proof: object): Promise<void> {
  const cache = await caches.open('fallwatch-push');
  await cache.put('/subscription', new Response(JSON.stringify(proof)));
}

/** Returns the id of the contact point. It may be listed from an earlier attempt. */
async function register(subscription: PushSubscription, label: string): Promise<string> {
  const { endpoint: address = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  try {
    return (await api.post('/api/contact-points', { body: { kind: 'push', address, keys: { p256dh, auth }, label } }))
      .id;
  } catch (error) {
    const known = (await api.get('/api/contact-points')).find((point) => point.address === address);
    if (known && error instanceof FallwatchError && error.status === 409) return known.id;
    throw error;
  }
}

function waitForCode(contactPointId: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      stop.abort();
      reject(new Error('no notification arrived'));
    }, codeWithinMs);
    navigator.serviceWorker.addEventListener(
      'message',
      ({ data }: MessageEvent<{ type: string; contactPointId: string; text: string }>) => {
        const code = /\d{6}/.exec(data.text ?? '')?.[0];
        if (data.type !== 'message-shown' || data.contactPointId !== contactPointId || !code) return;
        clearTimeout(timer);
        stop.abort();
        resolve(code);
      },
      { signal: stop.signal },
    );
  });
}
