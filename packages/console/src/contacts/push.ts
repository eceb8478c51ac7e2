import { FallwatchError } from '@fallwatch/client';
import { api } from '../api.js';

/** On an iPhone only a console on the home screen can. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** A push service delivers within a second; slower networks need longer. */
const shownWithinMs = 30_000;

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
  const shown = waitForMessage(id, /\d{6}/);
  try {
    await api.post('/api/contact-points/{id}/code', { path: { id } });
    await api.post('/api/contact-points/{id}/verify', { path: { id }, body: { code: await shown.text } });
  } finally {
    shown.stop();
  }
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

/**
 * Sends a test notification to this browser, and returns whether it was shown here. Nothing that the server answers
 * proves that.
 */
export async function testHere(contactPointId: string): Promise<boolean> {
  const shown = waitForMessage(contactPointId);
  try {
    const { status } = await api.post('/api/contact-points/{id}/test', { path: { id: contactPointId } });
    if (status === 'failed' || status === 'unreachable') return false;
    await shown.text;
    return true;
  } catch {
    return false;
  } finally {
    shown.stop();
  }
}

interface AwaitedMessage {
  readonly text: Promise<string>;
  readonly stop: () => void;
}

/** The next notification for this contact point that the worker shows, and whose text matches. */
function waitForMessage(contactPointId: string, pattern = /./): AwaitedMessage {
  const stop = new AbortController();
  const text = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no notification arrived')), shownWithinMs);
    stop.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('nobody waits any more'));
    });
    navigator.serviceWorker.addEventListener(
      'message',
      ({ data }: MessageEvent<{ type: string; contactPointId: string; text: string }>) => {
        const [found] = pattern.exec(data.text ?? '') ?? [];
        if (data.type === 'message-shown' && data.contactPointId === contactPointId && found) resolve(found);
      },
      { signal: stop.signal },
    );
  });
  // The caller may have failed before it awaits the message.
  text.catch(() => undefined);
  return { text, stop: () => stop.abort() };
}
