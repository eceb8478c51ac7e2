/*
 * Caches the page, its scripts and its styles, so that the app opens at once and without a connection, and can then say
 * that there is none. Never caches answers of the API: data about people is either current or missing.
 */
importScripts('/notifications.js');

const shell = 'fallwatch-shell-2';

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
});

async function keepPage() {
  const cache = await caches.open(shell);
  // Without this header the server answers a request for / with JSON.
  await cache.put('/', await fetch('/', { headers: { accept: 'text/html' } }));
  await keepAssets();
}

/** All scripts and styles of this version, also of pages not visited yet: without a connection it would be too late. */
async function keepAssets() {
  const cache = await caches.open(shell);
  const answer = await fetch('/shell.json');
  if (!answer.ok) return;
  for (const path of await answer.json()) if (!(await cache.match(path))) await cache.add(path);
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith('fallwatch-shell') && name !== shell)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api')) return;
  if (request.mode === 'navigate') event.respondWith(fetchPage(event));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(fetchAsset(request));
});

/** The current page from the server; without a connection, the cached one. */
async function fetchPage(event) {
  const cache = await caches.open(shell);
  try {
    const answer = await fetch(event.request);
    if (answer.ok) {
      await cache.put('/', answer.clone());
      // The page may be of a new version. Not awaited; if it fails, the next page load tries again.
      event.waitUntil(keepAssets().catch(() => undefined));
    }
    return answer;
  } catch (error) {
    const kept = await cache.match('/');
    if (kept) return kept;
    throw error;
  }
}

/** The name of an asset contains the hash of its content: a cached one never becomes outdated. */
async function fetchAsset(request) {
  const cache = await caches.open(shell);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
