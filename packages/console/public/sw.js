/*
 * Keeps the shell (the page, its scripts and styles), so that the app opens at once and says itself that the line is
 * down. Never the API: what it shows about people is always fresh, or honestly missing.
 */
const shell = 'fallwatch-shell-1';

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
});

async function keepPage() {
  const cache = await caches.open(shell);
  // A page is what is asked for as one: anything else at this address is the API's business.
  await cache.put('/', await fetch('/', { headers: { accept: 'text/html' } }));
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== shell).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api')) return;
  if (request.mode === 'navigate') event.respondWith(fetchPage(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(fetchAsset(request));
});

/** The newest page where there is a line, the kept one where there is none. */
async function fetchPage(request) {
  const cache = await caches.open(shell);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put('/', answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match('/');
    if (kept) return kept;
    throw error;
  }
}

/** Assets carry their content's hash in their name: what is kept is right for ever. */
async function fetchAsset(request) {
  const cache = await caches.open(shell);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
