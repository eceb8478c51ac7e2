/*
 * Shows alerts as notifications, also while no page is open, and answers them. The worker has no session: the token in
 * the message answers this one alert.
 */
self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

async function show({ contactPointId, title, text, tag, answer, isUpdate }) {
  // An update replaces the notification on the screen without a sound.
  const noise = isUpdate ? { silent: true } : { renotify: true, vibrate: [400, 200, 400, 200, 400] };
  await self.registration.showNotification(title, {
    ...noise,
    body: text,
    tag,
    icon: '/icon-192.png',
    requireInteraction: Boolean(answer),
    actions: answer
      ? [
          { action: 'ON_IT', title: answer.onIt },
          { action: 'CANNOT', title: answer.cannot },
        ]
      : [],
    data: { answer },
  });
  if (answer) await post('/api/answers/receipt', { token: answer.token }).catch(() => undefined);
  // A page that waits for the code of this browser reads it here.
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true }))
    page.postMessage({ type: 'message-shown', contactPointId, text });
}

self.addEventListener('notificationclick', (event) => {
  const { answer } = event.notification.data ?? {};
  event.notification.close();
  event.waitUntil(answer && event.action ? giveAnswer(answer, event.action) : openPage(answer?.url ?? '/'));
});

/** If the answer does not get through, the page opens and says so. */
async function giveAnswer({ token, url }, given) {
  const answered = await post('/api/answers', { token, answer: given }).catch(() => null);
  if (!answered?.ok) await openPage(url);
}

async function openPage(url) {
  const target = new URL(url, self.location.origin);
  await self.clients.openWindow(target.origin === self.location.origin ? target.href : '/');
}

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(resubscribe(event.newSubscription));
});

/**
 * The browser or its push service has replaced the subscription. The page keeps here what proves to the server that
 * this is the same browser: src/contacts/push.ts.
 */
async function resubscribe(replacement) {
  const cache = await caches.open('fallwatch-push');
  const kept = await (await cache.match('/subscription'))?.json();
  if (!kept) return;
  const { contactPointId, auth, publicKey } = kept;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = replacement ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint: address, keys } = subscription.toJSON();
  const answer = await post('/api/push/subscription', { contactPointId, auth, address, keys });
  if (answer.ok)
    await cache.put('/subscription', new Response(JSON.stringify({ contactPointId, auth: keys.auth, publicKey })));
}

function post(path, body) {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // The token is all that is needed.
    credentials: 'omit',
  });
}
